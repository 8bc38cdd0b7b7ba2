#include "loader/compaction/vocabulary_shares.hpp"

#include <algorithm>

#include "base/consecutive_shares.hpp"
#include "base/error.hpp"

namespace quadrille {

std::vector<KindRanges> ranks_of_members(pgas::Team& team, const Vocabulary& vocabulary, std::uint32_t parts) {
  const auto first = [&](int member) { return share_begin(member, parts, team.size()); };
  const bool is_whole = vocabulary.parts().size() == parts;
  const std::uint64_t first_here = is_whole ? 0 : first(team.group_begin(team.group()));
  const std::uint64_t end_here = is_whole ? parts : first(team.group_end(team.group()));
  if (vocabulary.parts().size() != end_here - first_here) {
    fail(ErrorKind::io, "{} parts of the vocabulary are open where there are {} shards; run 'quadrille check'",
         vocabulary.parts().size(), end_here - first_here);
  }
  const std::uint64_t begin = first(team.rank()), end = first(team.rank() + 1);
  KindRanges mine{};
  for (std::size_t number = 0; number < kHuriKinds && begin < end; ++number) {
    const auto kind = static_cast<HuriKind>(number);
    mine[number] = {vocabulary.parts()[begin - first_here].first_rank(kind),
                    vocabulary.parts()[end - 1 - first_here].end_rank(kind)};
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
