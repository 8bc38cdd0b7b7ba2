#include "query/joins/multiway_join.hpp"

#include <algorithm>

#include "base/assert.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kMuchLonger = 8;  // than the other list: then galloping is used
constexpr std::size_t kFewBits = 4;     // of so few values no bitmap is made
constexpr int kStepsBetweenLooks = 1 << 14;

}  // namespace

Schema MultiwayJoin::schema_of(const std::vector<VariableId>& order, const std::vector<VariableId>& outputs,
                               bool is_spread) {
  Schema schema;
  for (const VariableId variable : outputs) schema.columns.push_back({variable, false, false});
  if (is_spread && schema.has(order.front())) schema.distribution = Distribution::by(order.front());
  return schema;
}

std::size_t gallop(std::span<const Huri> list, std::size_t from, Huri value) {
  if (from >= list.size() || list[from] >= value) return from;
  std::size_t step = 1, below = from;  // list[below] < value
  while (below + step < list.size() && list[below + step] < value) {
    below += step;
    step *= 2;
  }
  const auto* const end = list.data() + std::min(below + step, list.size());
  return static_cast<std::size_t>(std::lower_bound(list.data() + below + 1, end, value) - list.data());
}

void intersect(std::span<const Huri>& a, std::span<const Huri>& b, std::size_t limit, std::vector<Huri>& out) {
  std::span<const Huri>& shorter = a.size() <= b.size() ? a : b;
  std::span<const Huri>& longer = a.size() <= b.size() ? b : a;
  const std::size_t before = out.size();
  std::size_t i = 0, j = 0;
  if (longer.size() / kMuchLonger > shorter.size()) {
    for (; i < shorter.size() && j < longer.size() && out.size() - before < limit; ++i) {
      j = gallop(longer, j, shorter[i]);
      if (j < longer.size() && longer[j] == shorter[i]) out.push_back(shorter[i]);
    }
  } else {
    while (i < shorter.size() && j < longer.size() && out.size() - before < limit) {
      const Huri x = shorter[i], y = longer[j];
      if (x == y) out.push_back(x);
      i += x <= y ? 1 : 0;
      j += y <= x ? 1 : 0;
    }
  }
  shorter = shorter.subspan(i);
  longer = longer.subspan(j);
}

MultiwayJoin::MultiwayJoin(std::vector<OperatorPtr> tables, std::vector<VariableId> order,
                           const std::vector<VariableId>& outputs, bool is_spread)
    : Operator(schema_of(order, outputs, is_spread), false),
      tables_(std::move(tables)),
      order_(std::move(order)),
      levels_(order_.size()) {
  for (std::size_t place = 0; place < order_.size(); ++place) {
    for (std::size_t column = 0; column < outputs.size(); ++column) {
      if (outputs[column] == order_[place]) levels_[place].outputs.push_back(column);
    }
  }
}

Details MultiwayJoin::details(const PlanWords& words) const {
  return {{"order", words.variables(order_)}};
}

std::vector<const Operator*> MultiwayJoin::children() const {
  std::vector<const Operator*> all;
  for (const OperatorPtr& table : tables_) all.push_back(table.get());
  return all;
}

void MultiwayJoin::do_open(Context& context) {
  for (std::size_t number = 0; number < tables_.size(); ++number) {
    Operator& table = *tables_[number];
    std::vector<std::size_t> places;
    for (std::size_t place = 0; place < order_.size(); ++place) {
      if (table.schema().has(order_[place])) places.push_back(place);
    }
    QUADRILLE_ASSERT(places.size() == 2, "a table of a multiway join has two of its variables");
    table.open(context);
    lists_.emplace_back(context, drain(context, table), *table.schema().column_of(order_[places[0]]),
                        *table.schema().column_of(order_[places[1]]));
    levels_[places[0]].keyed.push_back(number);
    levels_[places[1]].listed.push_back(number);
  }
  at_.assign(tables_.size(), kNoRow);
  for (const std::size_t table : levels_.back().listed) {
    const auto& before = levels_[levels_.size() - 2].keyed;
    const bool late = std::find(before.begin(), before.end(), table) != before.end();
    (late ? late_ : early_).push_back(table);
  }
  ended_ = std::any_of(lists_.begin(), lists_.end(), [](const PostingLists& lists) { return lists.keys() == 0; });
  if (ended_) return;
  if (!early_.empty() && !late_.empty()) {
    const auto [first, last] = lists_[early_.front()].bounds();
    has_bits_ = last.bits() - first.bits() < ListBits::kMostBits;
    if (has_bits_) context.arena.charge(ListBits::bytes(first, last)), bits_.begin(first, last);
  }
  enter(levels_.front());
}

void MultiwayJoin::enter(Level& level) {
  level.cursors.clear();
  for (const std::size_t table : level.listed) level.cursors.push_back({lists_[table].list(at_[table]), 0});
  std::sort(level.cursors.begin(), level.cursors.end(),
            [](const Cursor& a, const Cursor& b) { return a.list.size() < b.list.size(); });
  if (!level.cursors.empty()) return;
  level.next_key = 0;
  level.drives = *std::min_element(level.keyed.begin(), level.keyed.end(),
                                   [&](std::size_t a, std::size_t b) { return lists_[a].keys() < lists_[b].keys(); });
}

// True if all tables that begin with the variable have the value.
bool MultiwayJoin::take(Level& level, Huri value) {
  for (const std::size_t table : level.keyed) {
    at_[table] = lists_[table].find(value);
    if (at_[table] == kNoRow) return false;
  }
  level.value = value;
  return true;
}

bool MultiwayJoin::advance_keys(Level& level) {
  const PostingLists& from = lists_[level.drives];
  while (level.next_key < from.keys()) {
    if (take(level, from.key(level.next_key++))) return true;
  }
  return false;
}

void MultiwayJoin::prefetch(const Level& level, const Cursor& cursor) const {
  constexpr std::size_t kFar = 12, kNear = 6;
  const std::span<const Huri> ahead = cursor.list.subspan(cursor.place);
  for (const std::size_t table : level.keyed) {
    if (ahead.size() > kFar) lists_[table].prefetch(ahead[kFar]);
    if (ahead.size() > kNear) lists_[table].prefetch_list(ahead[kNear]);
  }
}

bool MultiwayJoin::advance_lists(Level& level) {
  Cursor& first = level.cursors.front();
  while (first.place < first.list.size()) {
    prefetch(level, first);
    const Huri value = first.list[first.place++];
    bool everywhere = true;
    for (std::size_t other = 1; other < level.cursors.size() && everywhere; ++other) {
      Cursor& cursor = level.cursors[other];
      cursor.place = gallop(cursor.list, cursor.place, value);
      if (cursor.place == cursor.list.size()) return false;
      everywhere = cursor.list[cursor.place] == value;
    }
    if (everywhere && take(level, value)) return true;
  }
  return false;
}

bool MultiwayJoin::advance(Level& level) {
  return level.cursors.empty() ? advance_keys(level) : advance_lists(level);
}

// A row for each value of the last variable.
void MultiwayJoin::append(Table& out, std::span<const Huri> values) {
  const std::size_t before = out.rows();
  out.resize(before + values.size());
  for (std::size_t place = 0; place < levels_.size(); ++place) {
    for (const std::size_t column : levels_[place].outputs) {
      const auto to = out.column(column).subspan(before);
      if (place + 1 == levels_.size()) {
        std::copy(values.begin(), values.end(), to.begin());
      } else {
        std::fill(to.begin(), to.end(), levels_[place].value);
      }
    }
  }
}

// Called when all variables except the last two have values: intersects the early lists of the last one. False: the
// intersection is empty.
bool MultiwayJoin::hold() {
  if (early_.empty()) return true;
  held_ = lists_[early_.front()].list(at_[early_.front()]);
  for (std::size_t other = 1; other < early_.size(); ++other) {
    std::span<const Huri> a = held_, b = lists_[early_[other]].list(at_[early_[other]]);
    other_values_.clear();
    intersect(a, b, ~std::size_t{0}, other_values_);
    bits_.set({});  // before the list that it points to is freed
    held_values_.swap(other_values_);
    held_ = held_values_;
  }
  bits_set_ = false;
  return !held_.empty();
}

void MultiwayJoin::enter_last() {
  held_rest_ = held_;
  rest_ = late_.empty() ? held_ : lists_[late_.front()].list(at_[late_.front()]);
}

// Returns some of the last variable's values. False: those were the last.
bool MultiwayJoin::emit_last(Context& context, Table& out) {
  found_.clear();
  const bool two = !late_.empty() && !early_.empty();
  const bool by_bits = two && has_bits_ && held_.size() >= kFewBits && rest_.size() / kMuchLonger <= held_.size();
  if (by_bits) {
    if (!bits_set_) bits_.set(held_);
    bits_set_ = true;
    const auto piece = rest_.first(std::min(rest_.size(), context.chunk_rows));
    rest_ = rest_.subspan(piece.size());
    found_.resize(piece.size());
    Huri* end = found_.data();
    for (const Huri value : piece) {
      *end = value;
      end += bits_.has(value) ? 1 : 0;
    }
    found_.resize(static_cast<std::size_t>(end - found_.data()));
  } else if (two) {
    intersect(rest_, held_rest_, context.chunk_rows, found_);
    if (held_rest_.empty()) rest_ = {};
  } else {
    const auto piece = rest_.first(std::min(rest_.size(), context.chunk_rows));
    rest_ = rest_.subspan(piece.size());
    found_.assign(piece.begin(), piece.end());
  }
  for (std::size_t other = 1; other < late_.size() && !found_.empty(); ++other) {
    std::span<const Huri> a = found_, b = lists_[late_[other]].list(at_[late_[other]]);
    both_.clear();
    intersect(a, b, ~std::size_t{0}, both_);
    found_.swap(both_);
  }
  append(out, found_);
  return !rest_.empty();
}

bool MultiwayJoin::do_next(Context& context, Table& out) {
  int steps = 0;
  while (!ended_ && out.rows() < context.chunk_rows) {
    if (++steps % kStepsBetweenLooks == 0) context.check();
    if (depth_ + 1 == levels_.size()) {
      if (!emit_last(context, out)) --depth_;
    } else if (!advance(levels_[depth_])) {
      if (depth_ == 0) ended_ = true;
      if (depth_ > 0) --depth_;
    } else if (depth_ + 2 == levels_.size()) {
      ++depth_;
      enter_last();
    } else if (depth_ + 3 != levels_.size() || hold()) {
      enter(levels_[++depth_]);
    }
  }
  return !out.empty() || !ended_;
}

}  // namespace quadrille::query
