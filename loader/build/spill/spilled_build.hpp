#pragma once

// The steps of a build whose input has no room in memory: what build.cpp calls instead of the steps in memory, from the
// end of Read RDF on, if any image has spilled or will not have room for Index.
//
//   relieve() ... end_input()          Read RDF: rows and terms go to disk when they are too many
//   rank()  update()  index()          Sort Literals, Update HURIs, Index

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "loader/build/build_context.hpp"
#include "loader/build/index_shards.hpp"
#include "loader/build/rank_terms.hpp"
#include "loader/build/spill/index_spilled.hpp"
#include "loader/build/spill/spilled_input.hpp"
#include "loader/build/spill/spilled_terms.hpp"

namespace quadrille {

class SpilledBuild {
 public:
  // Local. `database`: the folder that is being built, where temporary data go too if options().temp names no place.
  SpilledBuild(BuildContext& context, std::filesystem::path database);

  // Local. When the image has too much in memory, its rows go to disk; when its terms alone are too many, a segment of
  // both. True: it was to be a segment, and `terms` is closed.
  bool relieve(TermTable& terms, QuadLog& log);

  // Collective, with all input read. Whether it goes on here; then all that is left in memory goes to disk, and `terms`
  // is closed.
  bool end_input(TermTable& terms, QuadLog& log);

  std::uint64_t rows() const { return input_.rows(); }    // of this image, on disk
  std::uint64_t terms() const { return input_.terms(); }  // likewise

  // Collective; `arena` outlives Team::run. Without HURIs by local id.
  RankedTerms rank(pgas::QueryArena& arena, std::uint64_t generation);
  // Local.
  void update();
  // Collective.
  IndexedShards index(std::uint64_t generation);

  std::uint64_t spilled_bytes() const { return spilled_bytes_; }  // by this image, when all is done

 private:
  const std::filesystem::path& folder() const;
  bool has_room_to_index(const QuadLog& log);

  BuildContext& context_;
  const std::filesystem::path database_;
  SpilledInput input_;
  std::optional<SpilledTerms> terms_;
  RankedRanges ranked_;
  std::optional<SpilledIndex> index_;
  std::uint64_t spilled_bytes_ = 0;
};

}  // namespace quadrille
