#pragma once

// All inputs of a load, read by all images as a build reads them: each image has some of the quads, and the different
// terms of these once. They become quads of a database by a transaction (query/update/numbered_quads.hpp), which the
// server makes of them.
//
//   ReadQuads read(job, options);
//   team.run([&] { read.read(); });
//   read.for_each_term(...);  read.take_quads(huris, quads);

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/term.hpp"
#include "loader/build/build_context.hpp"
#include "loader/build/shared_inputs.hpp"
#include "pgas/query_arena.hpp"
#include "quadstore/quad.hpp"

namespace quadrille {

class ReadQuads {
 public:
  // Collective, outside of Team::run. Of the options: inputs, graphs, base, format, on_error, rejects, progress, stop.
  // They outlive it.
  ReadQuads(pgas::Job& job, const BuildOptions& options);

  // Collective, within Team::run. Throws as build_database() does. The file of rejects is complete then.
  void read();

  // After read(). Its quads_read, rejects, unread_files, left_out are the same on all images.
  const BuildReport& report() const { return context_.report; }

  // Local. How many different terms this image has read; calls take(term) for each. The key of a blank node
  // (term_record.hpp) stands for its label, so that labels of different files differ.
  std::uint64_t terms() const { return terms_->size(); }
  void for_each_term(const std::function<void(const TermView&)>& take) const;

  // Local. Appends the quads, with huris[n] for term n. The memory is given back: nothing more can be asked.
  void take_quads(std::span<const Huri> huris, std::vector<Quad>& out);

 private:
  BuildContext context_;
  SharedInputs inputs_{context_};
  std::optional<pgas::QueryArena> term_arena_{std::in_place, context_.heap()};
  pgas::QueryArena row_arena_{context_.heap()};
  std::optional<TermTable> terms_;
  QuadLog log_{row_arena_};
};

}  // namespace quadrille
