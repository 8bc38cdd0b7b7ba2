#pragma once

// The quads of a snapshot as text. Blank nodes are written as _:b<counter>, the same for the same node in every dump of
// a database.
//
//   DumpForm      | a quad
//   lines         | subject predicate object graph .      N-Triples for the default graph, N-Quads for named graphs
//   trig          | TriG; each text is a document of its own, and so are several after each other
//   graph_first   | graph subject predicate object .      to be sorted for TriG; a graph that is not named is empty
//
// DumpGraphs says which graphs, and whether they are named: without names, lines are N-Triples and trig is Turtle.
//
//   QuadDump dump(team, arena, dictionary, snapshot, shards_of_member(rank, size, V));
//   for (std::string lines; dump.next(lines);) file.write(lines);
//
// Every quad is in one shard's dump, so images dump their own shards beside each other: those of the default graph,
// then those of named graphs, shard by shard, in order of subject (of the graph but for lines). Terms that other groups
// of images have come by a batch a round (term_exchange.hpp). Cost: about 1 us a quad; memory: kBatchRows rows, their
// terms and lines.

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "dictionary/term_exchange.hpp"
#include "loader/database/database.hpp"
#include "quadstore/merged_batch.hpp"
#include "quadstore/snapshot.hpp"

namespace quadrille {

enum class DumpForm : std::uint8_t { lines, trig, graph_first };

struct DumpGraphs {
  enum class Kind : std::uint8_t { all, default_graph, one };
  Kind kind = Kind::all;
  Huri graph = kUnbound;  // of the kind one
  bool are_named = true;  // false is for a single graph
};

// Rows of a snapshot, batch by batch, and their text once the terms are known. Local.
class QuadBatches {
 public:
  static constexpr std::size_t kBatchRows = 8192;

  QuadBatches(const Snapshot& snapshot, std::vector<ShardId> shards, DumpForm form, const DumpGraphs& graphs = {})
      : snapshot_(snapshot),
        shards_(std::move(shards)),
        form_(form),
        graphs_(graphs),
        named_(graphs.kind == DumpGraphs::Kind::one) {}

  // The next rows. False: there are none left.
  bool read();
  // Of the rows, column by column. The terms are the caller's to fill in.
  std::span<const Huri> huris() const { return huris_; }
  std::span<TermView> terms() { return terms_; }
  // Appends the rows. Fails with ErrorKind::io if a term is missing.
  void write(std::string& text) const;

 private:
  Permutation permutation() const;
  QuadPrefix prefix() const;
  bool has_next_permutation() const { return graphs_.kind == DumpGraphs::Kind::all && !named_; }
  void read_rows(std::size_t count);
  std::vector<std::size_t> columns_of_line() const;
  void write_lines(std::string& text) const;
  void write_trig(std::string& text) const;

  const Snapshot snapshot_;
  const std::vector<ShardId> shards_;
  const DumpForm form_;
  const DumpGraphs graphs_;
  bool named_;             // the default graph comes first
  std::size_t shard_ = 0;  // the next one
  MergedRows rest_;        // of the shard before
  MergedBatch batch_;
  std::size_t columns_ = 0;
  std::vector<std::vector<Huri>> read_;  // by column
  std::vector<Huri> huris_;
  std::vector<TermView> terms_;
};

class QuadDump {
 public:
  // The shards are opened by this image. The arena outlives the Team::run() that the dump is used in.
  QuadDump(pgas::Team& team, pgas::QueryArena& arena, const Dictionary& dictionary, const Snapshot& snapshot,
           std::vector<ShardId> shards, DumpForm form = DumpForm::lines, const DumpGraphs& graphs = {});

  // Collective. The next whole lines of this member, some MB, or none where another has some left. False: nobody has.
  bool next(std::string& lines);

 private:
  void fetch_others();

  pgas::Team& team_;
  const Dictionary& dictionary_;
  QuadBatches batches_;
  TermExchange exchange_;
  FetchedTerms fetched_;
  TextArena texts_;
};

// Local. Calls take(lines), whole lines, for the quads of these shards, in a database whose terms are all here. What
// `take` throws comes out.
void dump_quads(const Dictionary& dictionary, const Snapshot& snapshot, std::span<const ShardId> shards,
                const std::function<void(std::string_view)>& take);
// Of the base alone.
void dump_quads(const Database& database, std::span<const ShardId> shards,
                const std::function<void(std::string_view)>& take);

// Collective. The HURI of a graph's name, if a quad of `shards`, those of all members together, is in that graph.
std::optional<Huri> find_graph(pgas::Team& team, const Dictionary& dictionary, const Snapshot& snapshot,
                               std::span<const ShardId> shards, std::string_view iri);

// The shards of one of several members that share the work: consecutive ones, as in a build.
std::vector<ShardId> shards_of_member(int member, int members, std::uint32_t shards);

}  // namespace quadrille
