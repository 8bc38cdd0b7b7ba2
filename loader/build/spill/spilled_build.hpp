#pragma once

// A SpilledBuild runs the steps of a build whose input exceeds memory. build.cpp uses it in place of the steps in
// memory, after Read RDF, if any image has spilled or would not have enough memory for Index.
//
//   relieve() ... end_input()          Read RDF: rows and terms go to disk when they fill the memory
//   rank()  update()  index()          Sort Literals, Update HURIs, Index

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

#include "loader/build/build_context.hpp"
#include "loader/build/index_shards.hpp"
#include "loader/build/rank_terms.hpp"
#include "loader/build/spill/index_spilled.hpp"
#include "loader/build/spill/spilled_input.hpp"
#include "loader/build/spill/spilled_terms.hpp"

namespace quadrille {

class SpilledBuild {
 public:
  // Local. `database`: the new folder. It also holds the temporary data, unless options().temp names another place.
  SpilledBuild(BuildContext& context, std::filesystem::path database);

  // Local. If the image exceeds its memory limit, its rows go to disk. If its terms alone are too many, rows and terms
  // go to disk as a segment. Returns true after writing a segment; `terms` is closed then.
  bool relieve(TermTable& terms, QuadLog& log);

  // Collective, after all input has been read. Returns whether the build continues with this class. If so, everything
  // still in memory goes to disk, and `terms` is closed.
  bool end_input(TermTable& terms, QuadLog& log);

  std::uint64_t rows() const { return input_.rows(); }    // of this image, on disk
  std::uint64_t terms() const { return input_.terms(); }  // likewise

  // Collective, after rules have added rows to a log in memory. Returns whether the build continues with this class. If
  // so, the rows go to disk.
  bool end_inference(QuadLog& log);

  // Collective; `arena` outlives Team::run. The result has no HURIs by local id.
  RankedTerms rank(pgas::QueryArena& arena, std::uint64_t generation);
  // Local, after rank(). Adds the triple terms of each segment, as a part of the input.
  void rank_triples(TripleRanks& triples) const;
  // Local. look(huris): the HURIs of the last segment's terms, by local id.
  void update(const TripleRanks& triples, const std::function<void(std::span<const Huri>)>& look);
  // Local, after update(): the rows of this image. A span is a shard.
  RowSource<3> triples() const;
  RowSource<4> quads() const;
  // Local, after update(): a row that was not read.
  void add(const QuadRow& row) { index_->add(row); }
  // Collective.
  IndexedShards index(std::uint64_t generation);

  std::uint64_t spilled_bytes() const { return spilled_bytes_; }  // by this image, after all steps

 private:
  const std::filesystem::path& folder() const;
  bool has_room_to_index(const QuadLog& log);
  bool has_room_for_rules(const QuadLog& log);
  void want_shards(std::uint64_t row_bytes);

  BuildContext& context_;
  const std::filesystem::path database_;
  SpilledInput input_;
  std::optional<SpilledTerms> terms_;
  RankedRanges ranked_;
  std::optional<SpilledIndex> index_;
  std::uint64_t spilled_bytes_ = 0;
};

}  // namespace quadrille
