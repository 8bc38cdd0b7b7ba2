#include "analytics/detail/ghost_slots.hpp"

#include <algorithm>
#include <bit>

#include "analytics/detail/group_blocks.hpp"
#include "analytics/placed_arrays.hpp"

namespace quadrille::analytics::detail {

namespace {

std::span<Huri> ids_by_rank(Workers& workers, const VertexNumbers& numbers) {
  const std::span<Huri> ids = make_placed<Huri>(workers, pgas::Structure::analytics, numbers.count());
  for (std::size_t number = 0; number < VertexNumbers::kSegments; ++number) {
    const NumberSegment& segment = const_cast<VertexNumbers&>(numbers).segment(number);
    const std::span<RankedBits::Word> words = segment.dense.words();
    const Range mine = workers.my_part(words.size());
    for (std::size_t word = mine.begin; word < mine.end; ++word) {
      std::size_t rank = segment.first_number + words[word].before;
      const std::uint64_t first = segment.dense.first().bits() + word * 64;
      for (std::uint64_t rest = words[word].bits; rest != 0; rest &= rest - 1) {
        ids[rank++] = Huri(first + static_cast<std::uint64_t>(std::countr_zero(rest)));
      }
    }
    const Range part = workers.my_part(segment.sorted.size());
    std::copy_n(segment.sorted.begin() + static_cast<std::ptrdiff_t>(part.begin), part.size(),
                ids.begin() + static_cast<std::ptrdiff_t>(segment.first_number + part.begin));
  }
  workers.barrier();
  return ids;
}

// The number of this image's ranks that each group owns, for all images: counts[image * groups + group].
std::span<std::uint32_t> count_owners(Workers& workers, std::span<const Huri> ids) {
  const auto groups = static_cast<std::size_t>(workers.num_groups());
  const auto counts =
      workers.make_filled<std::uint32_t>(static_cast<std::size_t>(workers.size()) * groups, std::uint32_t{0});
  const Range mine = workers.my_part(ids.size());
  std::uint32_t* own = counts.data() + static_cast<std::size_t>(workers.place()) * groups;
  for (std::size_t rank = mine.begin; rank < mine.end; ++rank) {
    ++own[owner_of_vertex(ids[rank], workers.num_groups())];
  }
  workers.barrier();
  return counts;
}

}  // namespace

void assign_slots(Workers& workers, Graph::Parts& graph) {
  const std::span<Huri> ids = ids_by_rank(workers, graph.numbers);
  graph.huris = ids;
  graph.own = ids.size();
  if (workers.is_one_group()) return;
  const std::span<const std::uint32_t> counts = count_owners(workers, ids);
  const auto groups = static_cast<std::size_t>(workers.num_groups());
  const auto me = static_cast<std::size_t>(workers.group());
  const auto place = static_cast<std::size_t>(workers.place());
  // Where each group's vertices begin, and of these, the ones of this image's ranks.
  std::vector<Slot> begins(groups + 1), next(groups);
  const auto lay_out = [&](std::size_t group, Slot begin) {
    Slot end = begin;
    for (std::size_t image = 0; image < static_cast<std::size_t>(workers.size()); ++image) {
      if (image == place) next[group] = end;
      end += counts[image * groups + group];
    }
    return end;
  };
  Slot end = lay_out(me, 0);
  graph.own = end;
  for (std::size_t group = 0; group < groups; ++group) {
    begins[group] = end;
    if (group != me) end = lay_out(group, end);
  }
  begins[groups] = end;

  const std::span<Slot> slots = make_placed<Slot>(workers, pgas::Structure::analytics, ids.size());
  const std::span<Huri> huris = make_placed<Huri>(workers, pgas::Structure::analytics, ids.size());
  const Range mine = workers.my_part(ids.size());
  for (std::size_t rank = mine.begin; rank < mine.end; ++rank) {
    const Slot slot = next[static_cast<std::size_t>(owner_of_vertex(ids[rank], workers.num_groups()))]++;
    slots[rank] = slot;
    huris[slot] = ids[rank];
  }
  const std::span<Slot> shared_begins = workers.make_shared<Slot>(groups + 1);
  if (workers.is_first()) std::copy(begins.begin(), begins.end(), shared_begins.begin());
  workers.free_shared(ids);
  graph.huris = huris;
  graph.ghost_begins = shared_begins;
  graph.numbers.set_slots(slots);
}

GhostExchange::GhostExchange(Workers& workers, VertexNumbering& numbering) : workers_(workers) {
  const int groups = workers.num_groups();
  std::vector<std::pmr::vector<Huri>> ghosts;
  for (int group = 0; group < groups; ++group) ghosts.emplace_back(&workers.arena().own());
  numbering.for_each_of_my_part(
      [&](const RankedBits::Word& word, std::uint64_t first) {
        // All ids of a word have the same owner.
        const int owner = owner_of_vertex(Huri(first), groups);
        if (owner == workers.group()) return;
        for (std::uint64_t rest = word.bits; rest != 0; rest &= rest - 1) {
          ghosts[static_cast<std::size_t>(owner)].emplace_back(first +
                                                               static_cast<std::uint64_t>(std::countr_zero(rest)));
        }
      },
      [&](Huri id) {
        const int owner = owner_of_vertex(id, groups);
        if (owner != workers.group()) ghosts[static_cast<std::size_t>(owner)].push_back(id);
      });
  std::size_t total = 0;
  for (const auto& list : ghosts) total += list.size();
  sent_ = workers.arena().make_span<Huri>(total);
  pgas::Team& team = workers.team();
  std::size_t begin = 0;
  outgoing_ = make_group_blocks(workers, [&](int group) {
    const auto& list = ghosts[static_cast<std::size_t>(group)];
    const std::span<Huri> sent = sent_.subspan(begin, list.size());
    std::copy(list.begin(), list.end(), sent.begin());
    begin += list.size();
    return std::as_bytes(sent);
  });
  ghosts.clear();
  view_ = std::make_unique<pgas::ExchangeView>(team, outgoing_);
  std::vector<std::span<const Huri>> received;
  for (int member = 0; member < team.size(); ++member) {
    if (!team.in_my_group(member)) received.push_back(view_->from_as<Huri>(member));
  }
  numbering.add(received);
}

std::span<const MirroredVertices> GhostExchange::mirrored(const Graph::Parts& graph) {
  const auto groups = static_cast<std::size_t>(workers_.num_groups());
  const std::size_t words = words_for_bits(graph.own);
  std::vector<BitWords> bits(groups);
  std::vector<std::span<std::uint32_t>> before(groups);
  pgas::Team& team = workers_.team();
  for (std::size_t group = 0; group < groups; ++group) {
    if (static_cast<int>(group) == workers_.group()) continue;
    bits[group] = workers_.make_filled<std::uint64_t>(words, std::uint64_t{0});
    before[group] = workers_.make_shared<std::uint32_t>(words);
    for (int member = team.group_begin(static_cast<int>(group)); member < team.group_end(static_cast<int>(group));
         ++member) {
      for (const Huri id : view_->from_as<Huri>(member)) set_bit_shared(bits[group], graph.numbers.find(id));
    }
  }
  workers_.barrier();
  const std::span<MirroredVertices> mirrored = workers_.make_shared<MirroredVertices>(groups);
  for (std::size_t group = 0; group < groups; ++group) {
    // Images take the groups in turn.
    if (group % static_cast<std::size_t>(workers_.size()) != static_cast<std::size_t>(workers_.place())) continue;
    std::uint32_t count = 0;
    for (std::size_t word = 0; word < bits[group].size(); ++word) {
      before[group][word] = count;
      count += static_cast<std::uint32_t>(std::popcount(bits[group][word]));
    }
    new (&mirrored[group]) MirroredVertices{bits[group], before[group], count};
  }
  workers_.barrier();
  view_->finish();
  view_.reset();
  workers_.arena().free_span(sent_);
  return mirrored;
}

}  // namespace quadrille::analytics::detail
