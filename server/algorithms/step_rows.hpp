#pragma once

// StepRows finds the rows of a call's edges that the steps of paths stand for. Each image looks through the rows that
// it has read; the rows of all images' steps, few beside those of the graph, are then on every image.

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "query/procedures/procedure_run.hpp"

namespace quadrille::server {

class StepRows {
 public:
  using Ends = std::pair<Huri, Huri>;  // keys of a step's source and target

  // Collective. `steps`: those of this image. The edges of `run` are keys. Rows with the same ends are in order of
  // their weights, then of the terms of their columns. Cost: about 1 ns for a row that is no step.
  StepRows(query::ProcedureRun& run, std::vector<Ends> steps);

  // Local. The terms of the columns of a row: the n-th of those with these ends, for a step of this image.
  std::span<const Huri> columns_of(const Ends& ends, std::uint32_t ordinal) const;

 private:
  struct Row {
    double weight = 0;
    std::vector<Huri> columns;
  };
  // Appends the rows that this image has of the steps, which are sorted, to `bytes`.
  void look(query::ProcedureRun& run, const std::vector<Ends>& steps, std::string& bytes) const;
  void read(std::string_view bytes);
  void sort(query::Context& context);

  const std::size_t width_;
  std::map<Ends, std::vector<Row>> rows_;
};

}  // namespace quadrille::server
