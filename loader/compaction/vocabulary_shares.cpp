#include "loader/compaction/vocabulary_shares.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace quadrille {

std::vector<KindRanges> ranks_of_members(ShardedWork& work, const Vocabulary& vocabulary) {
  pgas::Team& team = work.team();
  const bool is_whole = vocabulary.parts().size() == work.first_shard(team.size());
  const std::uint32_t first_here = is_whole ? 0 : work.first_shard(team.group_begin(team.group()));
  const std::uint32_t end_here = work.first_shard(is_whole ? team.size() : team.group_end(team.group()));
  if (vocabulary.parts().size() != end_here - first_here) {
    fail(ErrorKind::io, "{} parts of the vocabulary are open where there are {} shards; run 'quadrille check'",
         vocabulary.parts().size(), end_here - first_here);
  }
  KindRanges mine{};
  for (std::size_t number = 0; number < kHuriKinds && work.first_shard() < work.end_shard(); ++number) {
    const auto kind = static_cast<HuriKind>(number);
    mine[number] = {vocabulary.parts()[work.first_shard() - first_here].first_rank(kind),
                    vocabulary.parts()[work.end_shard() - 1 - first_here].end_rank(kind)};
  }
  return team.all_gather(mine);
}

KindCounts terms_of(const std::vector<KindRanges>& ranks) {
  KindCounts counts{};
  for (const KindRanges& of_member : ranks) {
    for (std::size_t kind = 0; kind < kHuriKinds; ++kind) counts[kind] = std::max(counts[kind], of_member[kind].end);
  }
  return counts;
}

}  // namespace quadrille
