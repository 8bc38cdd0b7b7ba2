#pragma once

// ReadQuads reads all inputs of a load on all images together, as a build does. Each image gets some of the quads, and
// the distinct terms of these. The server inserts them into the database with a transaction
// (query/update/numbered_quads.hpp).
//
//   ReadQuads read(job, options);
//   team.run([&] { read.read(); });
//   read.for_each_term(...);  read.take_quads(huris, quads);

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/term.hpp"
#include "loader/build/build_context.hpp"
#include "loader/build/shared_inputs.hpp"
#include "pgas/query_arena.hpp"
#include "quadstore/quad.hpp"

namespace quadrille {

class ReadQuads {
 public:
  // Collective, outside of Team::run. Uses these options: inputs, graphs, base, format, on_error, rejects, progress,
  // stop. They outlive it.
  ReadQuads(pgas::Job& job, const BuildOptions& options);

  // Collective, within Team::run. Throws the same as build_database(). On return the file of rejects is complete.
  void read();

  // After read(). Its quads_read, rejects, unread_files, left_out are the same on all images.
  const BuildReport& report() const { return context_.report; }

  // Local. The number of distinct terms that this image has read; for_each_term() calls take(term) for each, once; the
  // terms are valid until take_quads(). Blank nodes have new labels (read_label() of term_record.hpp), in triple terms
  // too, so labels of different files differ.
  std::uint64_t terms() const { return terms_->size(); }
  void for_each_term(const std::function<void(const TermView&)>& take);

  // Local. Appends the quads, with huris[n] for term n, and frees the memory. No other function may be called
  // afterwards.
  void take_quads(std::span<const Huri> huris, std::vector<Quad>& out);

 private:
  BuildContext context_;
  SharedInputs inputs_{context_, TripleTermsAs::texts};
  std::optional<pgas::QueryArena> term_arena_{std::in_place, context_.heap()};
  pgas::QueryArena row_arena_{context_.heap()};
  std::optional<TermTable> terms_;
  std::deque<std::string> labels_;  // of its blank nodes, as for_each_term() has passed them on
  QuadLog log_{row_arena_};
};

}  // namespace quadrille
