#include "query/operators/group_states.hpp"

#include <algorithm>
#include <numeric>

#include "base/copy_bytes.hpp"
#include "dictionary/shared_bytes.hpp"
#include "pgas/exchange.hpp"
#include "query/table/row_index.hpp"

namespace quadrille::query {

namespace {

// Of one step of sending.
constexpr std::size_t kMostGroups = 16384;
constexpr std::size_t kMostBytes = std::size_t{4} << 20;

// Some groups as bytes: the keys row by row, and the states, both in the order of the members that receive them.
class Parcels {
 public:
  Parcels(pgas::Team& team, pgas::QueryArena& arena)
      : team_(team), keys_(arena), states_(arena), blocks_(arena.make_span<pgas::Block>(2 * members())) {
    std::uninitialized_fill(blocks_.begin(), blocks_.end(), pgas::Block());
  }

  std::size_t members() const { return static_cast<std::size_t>(team_.size()); }
  std::size_t target_of(const Table& keys, std::size_t group) const {
    std::uint64_t hash = 0;
    for (std::size_t column = 0; column < keys.width(); ++column) hash = mix_hash(hash, keys.column(column)[group]);
    return member_of(hash, members());
  }

  // `states`: of all these groups; `ends`: where each one's end.
  void pack(const Table& keys, std::size_t first, const std::string& states, const std::vector<std::size_t>& ends) {
    std::vector<std::vector<std::uint32_t>> of_members(members());
    for (std::uint32_t group = 0; group < ends.size(); ++group) {
      of_members[target_of(keys, first + group)].push_back(group);
    }
    keys_.clear();
    states_.clear();
    std::vector<std::pair<std::size_t, std::size_t>> sizes;  // of keys_ and states_, after each member
    for (const auto& groups : of_members) {
      for (const std::uint32_t group : groups) {
        for (std::size_t column = 0; column < keys.width(); ++column) {
          keys_.append(keys.column(column).subspan(first + group, 1));
        }
        const std::size_t begin = group == 0 ? 0 : ends[group - 1];
        states_.append(std::span(states).subspan(begin, ends[group] - begin));
      }
      sizes.emplace_back(keys_.size(), states_.size());
    }
    std::pair<std::size_t, std::size_t> begin{0, 0};
    for (std::size_t member = 0; member < members(); begin = sizes[member++]) {
      blocks_[2 * member] = keys_.bytes().subspan(begin.first, sizes[member].first - begin.first);
      blocks_[2 * member + 1] = states_.bytes().subspan(begin.second, sizes[member].second - begin.second);
    }
  }

  // Collective. Calls take(keys, states) for the bytes of each member, in member order.
  template <class Take>
  void exchange(Take&& take) {
    pgas::ExchangeView view(team_, blocks_, 2);
    for (int member = 0; member < view.size(); ++member) {
      const auto keys = view.from_as<char>(member, 0), states = view.from_as<char>(member, 1);
      take(std::string_view(keys.data(), keys.size()), std::string_view(states.data(), states.size()));
    }
    view.finish();
  }

 private:
  pgas::Team& team_;
  SharedBytes keys_, states_;
  std::span<pgas::Block> blocks_;
};

}  // namespace

GroupStates::GroupStates(pgas::QueryArena& arena, std::vector<std::size_t> columns, const Outputs& outputs,
                         std::vector<bool> adjacent)
    : arena_(arena),
      outputs_(outputs),
      adjacent_(std::move(adjacent)),
      keys_(arena, std::move(columns)),
      states_(&arena.own()) {}

void GroupStates::add_states() {
  const std::size_t count = size() * outputs_.size();
  std::pmr::memory_resource& memory = arena_.own();
  for (std::size_t place = 0; states_.size() < count; place = (place + 1) % outputs_.size()) {
    const parser::Aggregate& aggregate = outputs_[place].aggregate;
    const bool remembers = aggregate.distinct && !adjacent_[place];
    states_.push_back({Accumulator(aggregate, memory), remembers ? std::make_unique<DistinctValues>(memory) : nullptr});
  }
}

void GroupStates::drop(std::size_t groups) {
  keys_.drop(groups);
  std::pmr::vector<State> left(states_.get_allocator());
  left.reserve(states_.capacity());
  for (std::size_t state = groups * outputs_.size(); state < states_.size(); ++state) {
    left.push_back(std::move(states_[state]));
  }
  states_.swap(left);
}

void GroupStates::clear() {
  keys_.clear();
  states_.clear();
}

void GroupStates::send_to(GroupStates& whole, pgas::Team& team) const {
  Parcels parcels(team, arena_);
  std::string states;
  std::vector<std::size_t> ends;
  std::size_t sent = 0;
  do {
    states.clear();
    ends.clear();
    while (sent + ends.size() < size() && ends.size() < kMostGroups && states.size() < kMostBytes) {
      const std::size_t begin = (sent + ends.size()) * outputs_.size();
      for (std::size_t place = 0; place < outputs_.size(); ++place) {
        states_[begin + place].accumulator.save(states);
      }
      ends.push_back(states.size());
    }
    parcels.pack(keys_.keys(), sent, states, ends);
    parcels.exchange([&](std::string_view theirs, std::string_view of_theirs) { whole.receive(theirs, of_theirs); });
    sent += ends.size();
  } while (keys_.keys().width() > 0 && team.any(sent < size()));
}

// Adds groups that a member has sent.
void GroupStates::receive(std::string_view keys, std::string_view states) {
  const std::size_t width = keys_.keys().width();
  const std::size_t rows = width > 0 ? keys.size() / (width * sizeof(Huri)) : states.empty() ? 0 : 1;
  if (rows == 0) return;
  Table received(arena_, width);
  received.resize(rows);
  for (std::size_t column = 0; column < width; ++column) {
    const auto values = received.column(column);
    for (std::size_t row = 0; row < rows; ++row) {
      copy_bytes(&values[row], keys.data() + (row * width + column) * sizeof(Huri), sizeof(Huri));
    }
  }
  std::vector<std::size_t> columns(width);
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  keys_.find(received, columns);
  add_states();
  const auto* from = reinterpret_cast<const unsigned char*>(states.data());
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t place = 0; place < outputs_.size(); ++place) {
      Accumulator theirs(outputs_[place].aggregate, arena_.own());
      theirs.load(from);
      of(keys_.group_of(row), place).accumulator.merge(theirs);
    }
  }
}

}  // namespace quadrille::query
