#include "query/joins/owner_matches.hpp"

#include <algorithm>
#include <numeric>

#include "quadstore/sharding.hpp"
#include "query/index/key_packing.hpp"

namespace quadrille::query {

namespace {

// The variables of a path, each once.
std::vector<VariableId> variables_of(const AccessPath& path) {
  std::vector<VariableId> all;
  const auto add = [&](const Slot& slot) {
    if (slot.variable && std::find(all.begin(), all.end(), *slot.variable) == all.end()) all.push_back(*slot.variable);
  };
  for (const Slot& slot : path.prefix) add(slot);
  for (const auto& [column, slot] : path.residual) add(slot);
  return all;
}

Schema schema_of_keys(const AccessPath& path) {
  Schema schema;
  for (const VariableId variable : variables_of(path)) schema.columns.push_back({variable, false, false});
  return schema;
}

// Makes room for `count` elements; old contents are lost.
template <class T>
void make_room(pgas::QueryArena& arena, std::span<T>& span, std::size_t count) {
  if (count <= span.size()) return;
  arena.free_span(span);
  span = arena.make_span<T>(std::max(count, span.size() * 2));
}

constexpr std::size_t bytes_of_bits(std::size_t bits) {
  return (bits + 7) / 8;
}

// Charges the memory outside the arena for this many rows or keys; `most` is the maximum so far.
void charge(Context& context, std::size_t count, std::size_t& most) {
  constexpr std::size_t kBytes = 48;  // numbers, slots and owners of a row; places and sort positions of a key
  if (count > most) context.arena.charge((count - most) * kBytes);
  most = std::max(most, count);
}

}  // namespace

void KeysByOwner::divide(const Context& context, std::span<const std::uint32_t> first_rows,
                         std::span<const Huri> of_rows) {
  const std::uint32_t shards = context.data.shards();
  std::vector<std::uint32_t> owners(first_rows.size());
  starts.assign(static_cast<std::size_t>(context.team.size()) + 1, 0);
  for (std::size_t number = 0; number < owners.size(); ++number) {
    owners[number] = static_cast<std::uint32_t>(context.owner(shard_of(of_rows[first_rows[number]], shards)));
    ++starts[owners[number] + 1];
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<std::uint32_t> next(starts);
  rows.resize(owners.size());
  numbers.resize(owners.size());
  for (std::uint32_t number = 0; number < owners.size(); ++number) {
    const std::uint32_t place = next[owners[number]]++;
    rows[place] = first_rows[number];
    numbers[place] = number;
  }
}

void ReceivedKeys::write_bits(std::span<std::byte> room, std::span<pgas::Block> outgoing) const {
  auto match = matches.begin();
  for (std::size_t member = 0; member < outgoing.size(); ++member) {
    const std::size_t begin = starts[member], end = starts[member + 1];
    const std::span<std::byte> bits = room.first(bytes_of_bits(end - begin));
    std::fill(bits.begin(), bits.end(), std::byte{0});
    for (; match != matches.end() && *match < end; ++match) {
      bits[(*match - begin) / 8] |= std::byte{1} << ((*match - begin) % 8);
    }
    outgoing[member] = bits;
    room = room.subspan(bits.size());
  }
}

OwnerMatches::OwnerMatches(const RoutedPath& way, const Schema& rows)
    : keys_(schema_of_keys(way.path)), owner_column_(*rows.column_of(way.at)), lookup_(way.path, keys_) {
  for (const ColumnInfo& key : keys_.columns) columns_.push_back(*rows.column_of(key.variable));
}

void OwnerMatches::open(Context& context) {
  received_.keys = std::make_unique<Table>(context.arena, keys_.columns.size());
  outgoing_ = context.arena.make_span<pgas::Block>(static_cast<std::size_t>(context.team.size()));
  lookup_.open(context);
}

void OwnerMatches::find(Context& context, const Table& rows) {
  prepare_keys(context, rows);
  receive_keys(context);
  lookup_.begin(context, *received_.keys);
  lookup_.pick(context, true, received_.matches);
  prepare_bits(context);
  receive_bits(context);
}

// Prepares the different keys of the rows, sorted by owner.
void OwnerMatches::prepare_keys(Context& context, const Table& rows) {
  std::vector<std::span<const Huri>> keys;
  for (const std::size_t column : columns_) keys.push_back(rows.column(column));
  charge(context, rows.rows(), most_rows_);
  factorizer_.count(keys, rows.rows());
  asked_.divide(context, factorizer_.first_rows(), rows.column(owner_column_));
  const std::size_t members = outgoing_.size();
  make_room(context.arena, words_,
            most_packed_words(factorizer_.size(), keys.size()) + members * (1 + 2 * keys.size()));
  std::span<std::uint32_t> room = words_;
  for (std::size_t member = 0; member < members; ++member) {
    const std::size_t words = pack_keys(keys, asked_.rows_of(member), room);
    outgoing_[member] = std::as_bytes(room.first(words));
    room = room.subspan(words);
  }
}

void OwnerMatches::receive_keys(Context& context) {
  pgas::ExchangeView view(context.team, outgoing_);
  received_.keys->clear();
  received_.starts.assign(1, 0);
  for (int member = 0; member < view.size(); ++member) {
    unpack_keys(view.from_as<std::uint32_t>(member), *received_.keys);
    received_.starts.push_back(received_.keys->rows());
  }
  view.finish();
  charge(context, received_.keys->rows(), most_keys_);
}

// Prepares one bit for each key that this image tested.
void OwnerMatches::prepare_bits(Context& context) {
  make_room(context.arena, bits_, bytes_of_bits(received_.keys->rows()) + outgoing_.size());
  received_.write_bits(bits_, outgoing_);
}

void OwnerMatches::receive_bits(Context& context) {
  pgas::ExchangeView view(context.team, outgoing_);
  matched_.resize(factorizer_.size());
  for (int member = 0; member < view.size(); ++member) {
    const auto bits = view.from(member);
    const auto numbers = asked_.numbers_of(static_cast<std::size_t>(member));
    for (std::size_t key = 0; key < numbers.size(); ++key) {
      matched_[numbers[key]] = std::to_integer<std::uint8_t>(bits[key / 8] >> (key % 8) & std::byte{1});
    }
  }
  view.finish();
}

}  // namespace quadrille::query
