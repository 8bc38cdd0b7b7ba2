#include "query/joins/semi_join.hpp"

#include <algorithm>
#include <numeric>

#include "dictionary/inline_term.hpp"
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

}  // namespace

Schema SemiJoin::schema_of(JoinKind kind, const Operator& left, VariableId mark) {
  Schema schema = left.schema();
  schema.outlive_chunks();  // a round combines several chunks
  if (kind == JoinKind::mark) schema.columns.push_back({mark, false, false});
  return schema;
}

SemiJoin::SemiJoin(JoinKind kind, OperatorPtr left, RoutedPath way, VariableId mark)
    : Operator(schema_of(kind, *left, mark), true),
      kind_(kind),
      child_(std::move(left)),
      way_(std::move(way)),
      keys_(schema_of_keys(way_.path)),
      lookup_(way_.path, keys_) {
  estimated_rows = child_->estimated_rows;
  for (const ColumnInfo& key : keys_.columns) columns_.push_back(*child_->schema().column_of(key.variable));
  owner_column_ = *child_->schema().column_of(way_.at);
}

Details SemiJoin::details(const PlanWords& words) const {
  Details details{
      {"kind", std::string(name(kind_))}, {"pattern", words.pattern(way_.path)}, {"index", words.index(way_.path)}};
  details.emplace_back("asks", "the owner of " + words.variable(way_.at));
  if (kind_ == JoinKind::mark) details.emplace_back("mark", words.variable(schema_.columns.back().variable));
  return details;
}

void SemiJoin::do_open(Context& context) {
  child_->open(context);
  input_ = std::make_unique<Table>(context.arena, child_->schema().columns.size());
  more_ = std::make_unique<Table>(context.arena, child_->schema().columns.size());
  asked_ = std::make_unique<Table>(context.arena, keys_.columns.size());
  outgoing_ = context.arena.make_span<pgas::Block>(static_cast<std::size_t>(context.team.size()));
  lookup_.open(context);
}

bool SemiJoin::do_next(Context& context, Table& out) {
  Table& rows = kind_ == JoinKind::mark ? *input_ : out;
  if (!read_rows(context, rows)) return false;
  ask(context, rows);
  receive_keys(context);
  lookup_.begin(context, *asked_);
  lookup_.pick(context, true, asked_matches_);
  answer(context);
  kind_ == JoinKind::mark ? add_mark(rows, out) : keep(rows);
  return true;
}

// True if a round has enough rows. All members must read the same number of chunks of a collective child; one chunk of
// it may be a round of another semi-join below.
bool SemiJoin::is_full(Context& context, const Table& rows, std::size_t chunks, std::size_t wanted) const {
  const bool has_rows = rows.rows() >= wanted * context.chunk_rows;
  if (!child_->collective()) return has_rows;
  return chunks == wanted || (chunks > 0 && context.team.any(has_rows));
}

// Reads the rows of a round; false, on all images alike, if no image has any.
bool SemiJoin::read_rows(Context& context, Table& rows) {
  rows.clear();
  const std::size_t wanted = chunks_;
  chunks_ = std::min(2 * chunks_, kMostChunks);
  for (std::size_t chunk = 0; !child_ended_ && !is_full(context, rows, chunk, wanted); ++chunk) {
    child_ended_ = !child_->next(context, *more_);
    if (rows.empty()) {
      rows.swap(*more_);
    } else {
      rows.append(*more_);
    }
  }
  return (child_->collective() && !child_ended_) || context.team.any(!rows.empty());
}

// Sends the different keys of the rows, sorted by owner.
void SemiJoin::ask(Context& context, const Table& rows) {
  std::vector<std::span<const Huri>> keys;
  for (const std::size_t column : columns_) keys.push_back(rows.column(column));
  charge(context, rows.rows(), most_rows_);
  factorizer_.count(keys, rows.rows());
  choose_owners(context, rows.column(owner_column_));
  const auto members = static_cast<std::size_t>(context.team.size());
  make_room(context.arena, words_,
            most_packed_words(factorizer_.size(), keys.size()) + members * (1 + 2 * keys.size()));
  std::span<std::uint32_t> room = words_;
  for (std::size_t member = 0; member < members; ++member) {
    const auto picked = std::span(rows_by_owner_).subspan(starts_[member], starts_[member + 1] - starts_[member]);
    const std::size_t words = pack_keys(keys, picked, room);
    outgoing_[member] = std::as_bytes(room.first(words));
    room = room.subspan(words);
  }
}

void SemiJoin::choose_owners(Context& context, std::span<const Huri> of_rows) {
  const auto first_rows = factorizer_.first_rows();
  const std::uint32_t shards = context.snapshot.shards();
  std::vector<std::uint32_t> owners(first_rows.size());
  starts_.assign(static_cast<std::size_t>(context.team.size()) + 1, 0);
  for (std::size_t number = 0; number < owners.size(); ++number) {
    owners[number] = static_cast<std::uint32_t>(context.owner(shard_of(of_rows[first_rows[number]], shards)));
    ++starts_[owners[number] + 1];
  }
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  std::vector<std::uint32_t> next(starts_);
  rows_by_owner_.resize(owners.size());
  numbers_by_owner_.resize(owners.size());
  for (std::uint32_t number = 0; number < owners.size(); ++number) {
    const std::uint32_t place = next[owners[number]]++;
    rows_by_owner_[place] = first_rows[number];
    numbers_by_owner_[place] = number;
  }
}

void SemiJoin::receive_keys(Context& context) {
  pgas::ExchangeView view(context.team, outgoing_);
  asked_->clear();
  asked_starts_.assign(1, 0);
  for (int member = 0; member < view.size(); ++member) {
    unpack_keys(view.from_as<std::uint32_t>(member), *asked_);
    asked_starts_.push_back(asked_->rows());
  }
  view.finish();
  charge(context, asked_->rows(), most_asked_);
}

// Charges the memory outside the arena for this many rows or keys; `most` is the maximum so far.
void SemiJoin::charge(Context& context, std::size_t count, std::size_t& most) {
  constexpr std::size_t kBytes = 48;  // numbers, slots and owners of a row; places and sort positions of a key
  if (count > most) context.arena.charge((count - most) * kBytes);
  most = std::max(most, count);
}

// Sends one bit for each requested key, and receives those of this image's own keys.
void SemiJoin::answer(Context& context) {
  const std::size_t members = outgoing_.size();
  make_room(context.arena, bits_, bytes_of_bits(asked_->rows()) + members);
  std::span<std::byte> room = bits_;
  auto match = asked_matches_.begin();
  for (std::size_t member = 0; member < members; ++member) {
    const std::size_t begin = asked_starts_[member], end = asked_starts_[member + 1];
    const std::span<std::byte> bits = room.first(bytes_of_bits(end - begin));
    std::fill(bits.begin(), bits.end(), std::byte{0});
    for (; match != asked_matches_.end() && *match < end; ++match) {
      bits[(*match - begin) / 8] |= std::byte{1} << ((*match - begin) % 8);
    }
    outgoing_[member] = bits;
    room = room.subspan(bits.size());
  }
  pgas::ExchangeView view(context.team, outgoing_);
  met_.resize(factorizer_.size());
  for (std::size_t member = 0; member < members; ++member) {
    const auto bits = view.from(static_cast<int>(member));
    for (std::size_t key = 0; key < starts_[member + 1] - starts_[member]; ++key) {
      const auto bit = bits[key / 8] >> (key % 8) & std::byte{1};
      met_[numbers_by_owner_[starts_[member] + key]] = std::to_integer<std::uint8_t>(bit);
    }
  }
  view.finish();
}

void SemiJoin::keep(Table& rows) const {
  const std::uint8_t wanted = kind_ == JoinKind::semi ? 1 : 0;
  const auto numbers = factorizer_.of_rows();
  std::vector<std::uint32_t> picked;
  picked.reserve(numbers.size());
  for (std::uint32_t row = 0; row < numbers.size(); ++row) {
    if (met_[numbers[row]] == wanted) picked.push_back(row);
  }
  rows.keep(picked);
}

void SemiJoin::add_mark(const Table& rows, Table& out) const {
  static const Huri yes = *inline_huri(TermView::literal("true", iri::kXsdBoolean));
  static const Huri no = *inline_huri(TermView::literal("false", iri::kXsdBoolean));
  out.resize(rows.rows());
  for (std::size_t column = 0; column < rows.width(); ++column) {
    const auto from = rows.column(column);
    std::copy(from.begin(), from.end(), out.column(column).begin());
  }
  const auto numbers = factorizer_.of_rows();
  const std::span<Huri> marks = out.column(rows.width());
  for (std::size_t row = 0; row < numbers.size(); ++row) marks[row] = met_[numbers[row]] != 0 ? yes : no;
}

}  // namespace quadrille::query
