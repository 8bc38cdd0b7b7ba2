#pragma once

// CallInputs are the values of a call's inputs. There is one run of the procedure for each row of the keys, which are
// the inputs that patterns beside the call bind one by one; a million of them take 24 bytes each.

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "base/sort_different.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::query {

// One run of the procedure. The same on all images.
struct ProcedureInputs {
  std::span<const Huri> key;  // of ProcedureCall::beside(beside_each), in that order
  std::size_t number = 0;     // of the run
};

class CallInputs {
 public:
  // By parameter: the terms of the call, and the vertices of all runs. `places`: by parameter, the cells of a key that
  // are vertices, too. `cells`: the keys, row by row; `width` 0: one run without a key.
  CallInputs(std::vector<std::vector<Huri>> terms, std::vector<std::vector<Huri>> common,
             std::vector<std::vector<std::size_t>> places, std::vector<Huri> cells, std::size_t width)
      : terms_(std::move(terms)), common_(std::move(common)), places_(std::move(places)), cells_(std::move(cells)) {
    for (std::vector<Huri>& vertices : common_) sort_different(vertices);
    const std::size_t runs = width == 0 ? 1 : cells_.size() / width;
    runs_.reserve(runs);
    for (std::size_t run = 0; run < runs; ++run) runs_.push_back({{cells_.data() + run * width, width}, run});
    merge();
  }
  CallInputs(CallInputs&&) = default;
  CallInputs& operator=(CallInputs&&) = delete;

  const std::vector<ProcedureInputs>& runs() const { return runs_; }
  std::span<const Huri> terms(std::size_t parameter) const { return terms_[parameter]; }
  // All vertices of a parameter in one run, ascending.
  std::span<const Huri> vertices(const ProcedureInputs& run, std::size_t parameter) const {
    const std::vector<std::size_t>& places = places_[parameter];
    if (places.empty()) return common_[parameter];
    if (is_merged(parameter)) return merged_[parameter][run.number];
    return run.key.subspan(places.front(), 1);
  }

 private:
  bool is_merged(std::size_t parameter) const {
    return places_[parameter].size() > 1 || (!places_[parameter].empty() && !common_[parameter].empty());
  }
  // Lists of their own for runs that have vertices from several sources.
  void merge() {
    merged_.resize(places_.size());
    for (std::size_t parameter = 0; parameter < places_.size(); ++parameter) {
      if (!is_merged(parameter)) continue;
      for (const ProcedureInputs& run : runs_) {
        std::vector<Huri>& vertices = merged_[parameter].emplace_back(common_[parameter]);
        for (const std::size_t place : places_[parameter]) vertices.push_back(run.key[place]);
        sort_different(vertices);
      }
    }
  }

  std::vector<std::vector<Huri>> terms_, common_;
  std::vector<std::vector<std::size_t>> places_;
  std::vector<Huri> cells_;
  std::vector<ProcedureInputs> runs_;
  std::vector<std::vector<std::vector<Huri>>> merged_;  // by parameter and run
};

}  // namespace quadrille::query
