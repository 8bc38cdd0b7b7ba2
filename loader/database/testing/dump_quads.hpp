#pragma once

// For tests: the lines of all quads in some shards, of a database whose terms are all on this image.

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "dictionary/text_arena.hpp"
#include "loader/database/dump.hpp"

namespace quadrille::testing {

// Local. Calls take(lines) with whole lines. Passes on the exceptions of `take`.
inline void dump_quads(const Dictionary& dictionary, const Snapshot& snapshot, std::span<const ShardId> shards,
                       const std::function<void(std::string_view)>& take) {
  QuadBatches batches(snapshot, {shards.begin(), shards.end()}, DumpForm::lines);
  TextArena texts;
  std::string lines;
  while (batches.read()) {
    texts.clear();
    lines.clear();
    dictionary.terms(batches.huris(), texts, batches.terms());
    batches.write(lines);
    take(lines);
  }
}

// The base only.
inline void dump_quads(const Database& database, std::span<const ShardId> shards,
                       const std::function<void(std::string_view)>& take) {
  dump_quads(database.dictionary(), Snapshot(database.generation()), shards, take);
}

}  // namespace quadrille::testing
