#pragma once

// BuildRules are the rules of a build (`quadrille build --rules`), as the loader sees them: the caller passes in the
// inferencer (server/ does).
//
//   Read RDF      the constants of the rules become terms of the vocabulary, whether the data have them or not
//   Inference     the rules see the rows of all images, and add rows that follow
//   Index         added rows that were not stated have the mark `closure` alone (quadstore/marks.hpp), hidden ones the
//                 mark `stated`
//   Checkpoint    the database gets a file with the rules

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/term.hpp"
#include "dictionary/dictionary.hpp"
#include "dictionary/huri.hpp"
#include "pgas/query_arena.hpp"
#include "pgas/team.hpp"
#include "quadstore/row_source.hpp"

namespace quadrille {

// Quads that a rule does not allow together.
struct ListedContradiction {
  std::string rule;                // its name
  std::vector<std::string> quads;  // N-Triples
};

struct InferenceReport {
  std::uint64_t inferred = 0;               // rows that were added
  std::uint64_t dropped = 0;                // conclusions that RDF cannot hold
  std::uint64_t contradictions = 0;         // solutions of constraints
  std::vector<ListedContradiction> listed;  // the first of them; on the first image only
  std::uint32_t rounds = 0;
  std::uint64_t rules = 0;       // after they were specialised by the schema
  std::uint64_t new_blanks = 0;  // blank nodes that rules have made

  // The listed contradictions as lines.
  std::string contradictions_text() const;
};

// The stated rows of one image.
struct InferenceRows {
  RowSource<3> triples;                           // of the default graph
  RowSource<4> quads;                             // of the named graphs
  std::function<void(const Quad&)> add;           // a quad that was not stated
  std::function<void(const Quad&)> hide;          // a stated quad whose row has the mark `stated` alone
  std::function<const Dictionary&()> dictionary;  // local; of the vocabulary
  pgas::QueryArena* arena = nullptr;  // of this image; the others may read it until all have ended their steps
  // Collective. The HURIs of terms that rules have made and the vocabulary does not have.
  std::function<void(std::span<const TermView> terms, std::span<Huri> huris)> intern;
  std::uint64_t next_blank = 0;  // the number of the next blank node
};

class BuildRules {
 public:
  virtual ~BuildRules() = default;
  // Local. For the manifest: the names of the rule sets.
  virtual std::string names() const = 0;
  // Local. The bytes of the file of the database that has the rules (quadstore/rules_file.hpp).
  virtual std::string stored() const = 0;
  // Local, the same on all images.
  virtual const std::vector<Term>& constants() const = 0;
  using Pulse = std::function<void(std::uint64_t items, std::uint64_t quads)>;  // ShardedWork::pulse()
  // Collective. `constants`: their HURIs. `pulse` is called every few ms, and may throw; its items are rows of this
  // image that are done, and its quads those that were found. The same report on all images.
  virtual InferenceReport infer(pgas::Team& team, std::span<const Huri> constants, const InferenceRows& rows,
                                const Pulse& pulse) const = 0;
};

}  // namespace quadrille
