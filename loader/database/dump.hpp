#pragma once

// Dumps the quads of a snapshot as text. Blank nodes are written as _:b<counter>, the same for the same node in every
// dump of a database.
//
//   DumpForm      | a quad
//   lines         | subject predicate object graph .      N-Triples for the default graph, N-Quads for named graphs
//   trig          | TriG; each text is a document of its own, and several texts in sequence are a document
//   graph_first   | graph subject predicate object .      to be sorted for TriG; the name of the default graph is empty
//
// DumpGraphs selects the graphs, and whether they are named: without names, lines are N-Triples and trig is Turtle.
//
//   QuadDump dump(team, arena, dictionary, snapshot, shards_of_member(rank, size, V));
//   for (std::string lines; dump.next(lines);) file.write(lines);
//
// Rows that are stored by the representatives of equal terms are dumped as the quads that they mean (meant_terms.hpp),
// given a Snapshot::to_read().
//
// Every quad is in one shard's dump, so each image dumps its own shards: those of the default graph, then those of
// named graphs, shard by shard, ordered by subject (by graph except in lines). Terms of other groups arrive in one
// batch a round (term_exchange.hpp). Cost: about 1 us a quad; memory: kBatchRows rows, their terms and lines.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "dictionary/term_exchange.hpp"
#include "loader/database/database.hpp"
#include "quadstore/meant_terms.hpp"
#include "quadstore/merged_batch.hpp"
#include "quadstore/snapshot.hpp"
#include "quadstore/stated_triples.hpp"

namespace quadrille {

enum class DumpForm : std::uint8_t { lines, trig, graph_first };

struct DumpGraphs {
  enum class Kind : std::uint8_t { all, default_graph, one };
  Kind kind = Kind::all;
  Huri graph = kUnbound;  // of the kind one
  bool are_named = true;  // false is allowed for a single graph
};

// Reads rows of a snapshot batch by batch, and writes their text once the terms are known. Local.
class QuadBatches {
 public:
  static constexpr std::size_t kBatchRows = 8192;

  QuadBatches(const Snapshot& snapshot, std::vector<ShardId> shards, DumpForm form, const DumpGraphs& graphs = {});
  QuadBatches(const QuadBatches&) = delete;
  QuadBatches& operator=(const QuadBatches&) = delete;

  const Snapshot& snapshot() const { return snapshot_; }

  // Reads the next rows. Returns false at the end.
  bool read();
  // The rows that read() has read may be stated triples, which the snapshot hides. The same on all images.
  bool asks_for_stated() const { return meant_ && quadrille::asks_for_stated(snapshot_); }
  // Collective. Takes them out; the batch may be empty afterwards.
  void leave_out_stated(StatedTriples& stated);
  // The HURIs of the rows, column by column. The caller fills in the terms.
  std::span<const Huri> huris() const { return huris_; }
  std::span<TermView> terms() { return terms_; }
  // Appends the rows. Fails with ErrorKind::io if a term is missing.
  void write(std::string& text) const;

 private:
  Permutation permutation() const;
  QuadPrefix prefix() const;
  bool has_next_permutation() const { return graphs_.kind == DumpGraphs::Kind::all && !named_; }
  void read_rows(std::size_t count);
  void take_read();
  std::size_t read_meant(std::size_t wanted);
  std::vector<std::size_t> columns_of_line() const;
  void write_lines(std::string& text) const;
  void write_trig(std::string& text) const;

  const Snapshot snapshot_;
  const std::vector<ShardId> shards_;
  const DumpForm form_;
  const DumpGraphs graphs_;
  bool named_;             // the default graph comes first
  std::size_t shard_ = 0;  // the next shard
  MergedRows rest_;        // of the current shard
  MergedBatch batch_;
  std::size_t columns_ = 0;
  std::vector<std::vector<Huri>> read_;  // by column
  struct Meant {
    MeantQuads quads;
    std::vector<Quad> stored, next;
    bool is_done = true;  // with `stored`
  };
  std::optional<Meant> meant_;  // of the default graph, if it has classes of equal terms
  std::vector<Huri> huris_;
  std::vector<TermView> terms_;
};

class QuadDump {
 public:
  // This image has opened the shards. The arena outlives the Team::run() in which the dump is used.
  QuadDump(pgas::Team& team, pgas::QueryArena& arena, const Dictionary& dictionary, const Snapshot& snapshot,
           std::vector<ShardId> shards, DumpForm form = DumpForm::lines, const DumpGraphs& graphs = {});

  // Collective. Returns the next whole lines of this member, some MB; none if only other members have some left.
  // Returns false when all members have finished.
  bool next(std::string& lines);

 private:
  void fetch_others();

  pgas::Team& team_;
  const Dictionary& dictionary_;
  QuadBatches batches_;
  TermExchange exchange_;
  FetchedTerms fetched_;
  TextArena texts_;
  std::optional<StatedTriples> stated_;
};

// Collective. Returns the HURI of a graph's name, if a quad in `shards` of any member is in that graph.
std::optional<Huri> find_graph(pgas::Team& team, const Dictionary& dictionary, const Snapshot& snapshot,
                               std::span<const ShardId> shards, std::string_view iri);

// Returns the shards of one of several members that share the work: consecutive ones, as in a build.
std::vector<ShardId> shards_of_member(int member, int members, std::uint32_t shards);

}  // namespace quadrille
