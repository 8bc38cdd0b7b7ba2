#include "quadstore/shard_builder.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/assert.hpp"
#include "quadstore/inferred_row.hpp"
#include "quadstore/row_packing.hpp"
#include "quadstore/run_builder.hpp"
#include "quadstore/sharding.hpp"
#include "quadstore/sort_rows.hpp"

namespace quadrille {

namespace {

// Writes a run of `size` rows; value(i, column) is a value by its place in the permutation, marks(i) are those of a
// row.
template <int kColumns, class Value, class MarksOf>
void write_run(Permutation permutation, std::size_t size, const Value& value, const MarksOf& marks_of_row,
               ShardFileWriter& file) {
  RunBuilder builder(permutation);
  std::array<std::array<Huri, kBlockRows>, kColumns> columns;
  std::array<Marks, kBlockRows> marks;
  for (std::size_t begin = 0; begin < size; begin += kBlockRows) {
    const std::size_t rows = std::min(kBlockRows, size - begin);
    std::array<std::span<const Huri>, kColumns> filled;
    for (std::size_t column = 0; column < kColumns; ++column) {
      for (std::size_t row = 0; row < rows; ++row) columns[column][row] = value(begin + row, column);
      filled[column] = std::span(columns[column]).first(rows);
    }
    for (std::size_t row = 0; row < rows; ++row) marks[row] = marks_of_row(begin + row);
    builder.append_columns(filled, std::span(marks).first(rows));
  }
  file.add(permutation, builder.finish());
}

// One of the four lists of rows on its way through its permutations. Rows are keys, in the scratch memory at first; the
// memory of the rows is then scratch.
template <class Key, int kColumns>
class KeyList {
 public:
  KeyList(const RowPacking<kColumns>& packing, std::span<Row<kColumns>> rows, std::span<std::byte> scratch,
          ShardFileWriter& file)
      : packing_(packing), rows_(rows), keys_(keys_in(scratch, rows.size())), file_(file) {}

  void sort(Permutation permutation) {
    const KeyOrder<Key, kColumns> order(packing_, positions(permutation));
    std::transform(rows_.begin(), rows_.end(), keys_.begin(), [&](const auto& row) { return order.pack(row); });
    scratch_ = keys_in(std::as_writable_bytes(rows_), rows_.size());
    sort_keys<Key>(keys_, scratch_, 0, packing_.bits());
    const int marks = packing_.mark_bits();
    // The first of equal rows is the one that stays.
    const auto end =
        std::unique(keys_.begin(), keys_.end(), [marks](Key a, Key b) { return a >> marks == b >> marks; });
    keys_ = keys_.first(static_cast<std::size_t>(end - keys_.begin()));
    write(permutation, order);
  }

  // The rows are in the order of `before`, which differs from that of `permutation` only in the place of its first
  // column.
  void sort_by_first_column(Permutation before, Permutation permutation) {
    write(permutation, back_to(before, permutation));
  }

  // Likewise, to an order that has been written already.
  KeyOrder<Key, kColumns> back_to(Permutation before, Permutation permutation) {
    const KeyOrder<Key, kColumns> from(packing_, positions(before)), to(packing_, positions(permutation));
    for (Key& key : keys_) key = from.repacked(key, to);
    sort_keys<Key>(keys_, scratch_, to.first_column_bit(), packing_.bits());
    return to;
  }

  std::uint64_t size() const { return keys_.size(); }

 private:
  static std::span<Key> keys_in(std::span<std::byte> bytes, std::size_t size) {
    QUADRILLE_ASSERT(size * sizeof(Key) <= bytes.size(), "a key is not longer than a row");
    return {reinterpret_cast<Key*>(bytes.data()), size};
  }

  void write(Permutation permutation, const KeyOrder<Key, kColumns>& order) {
    const auto value = [&](std::size_t row, std::size_t column) { return Huri(order.value(keys_[row], column)); };
    const auto marks = [&](std::size_t row) { return order.marks(keys_[row]); };
    write_run<kColumns>(permutation, keys_.size(), value, marks, file_);
  }

  const RowPacking<kColumns>& packing_;
  std::span<Row<kColumns>> rows_;
  std::span<Key> keys_, scratch_;
  ShardFileWriter& file_;
};

// The same with whole rows, for keys that would be too long.
template <int kColumns>
class RowList {
 public:
  RowList(bool has_marks, std::span<Row<kColumns>> rows, std::span<std::byte> scratch, ShardFileWriter& file)
      : has_marks_(has_marks),
        rows_(rows),
        scratch_(reinterpret_cast<Row<kColumns>*>(scratch.data()), rows.size()),
        file_(file) {}

  void sort(Permutation permutation) {
    if (has_marks_) {
      sort_marked(permutation);
      const auto same = [](const auto& a, const auto& b) { return unmarked(a) == unmarked(b); };
      rows_ = rows_.first(static_cast<std::size_t>(std::unique(rows_.begin(), rows_.end(), same) - rows_.begin()));
    } else {
      sort_rows<kColumns>(rows_, scratch_, positions(permutation));
      rows_ = rows_.first(remove_duplicates<kColumns>(rows_));
    }
    write(permutation);
  }
  void sort_by_first_column(Permutation before, Permutation permutation) {
    back_to(before, permutation);
    write(permutation);
  }
  void back_to(Permutation, Permutation permutation) {
    if (has_marks_) return sort_marked(permutation);
    stable_sort_by<kColumns>(rows_, scratch_.first(rows_.size()), positions(permutation).front());
  }
  std::uint64_t size() const { return rows_.size(); }

 private:
  static Row<kColumns> unmarked(Row<kColumns> row) {
    row[index(Position::predicate)] = without_marks(row[index(Position::predicate)]);
    return row;
  }

  // Of equal rows the one that stays comes first.
  void sort_marked(Permutation permutation) {
    const auto order = positions(permutation);
    std::sort(rows_.begin(), rows_.end(), [&](const Row<kColumns>& a, const Row<kColumns>& b) {
      const Row<kColumns> left = unmarked(a), right = unmarked(b);
      for (const Position position : order) {
        const auto at = static_cast<std::size_t>(position);
        if (left[at] != right[at]) return left[at] < right[at];
      }
      return order_of(marks_of_row<kColumns>(a)) < order_of(marks_of_row<kColumns>(b));
    });
  }

  static int order_of(Marks marks) { return marks == Marks::stated ? 0 : marks == Marks::both ? 1 : 2; }

  void write(Permutation permutation) {
    const auto order = positions(permutation);
    const auto value = [&](std::size_t row, std::size_t column) {
      return unmarked(rows_[row])[static_cast<std::size_t>(order[column])];
    };
    const auto marks = [&](std::size_t row) { return marks_of_row<kColumns>(rows_[row]); };
    write_run<kColumns>(permutation, rows_.size(), value, marks, file_);
  }

  const bool has_marks_;

  std::span<Row<kColumns>> rows_, scratch_;
  ShardFileWriter& file_;
};

// Calls use(list), with keys that are as narrow as possible.
template <int kColumns, class Use>
void with_keys(std::span<Row<kColumns>> rows, std::span<std::byte> scratch, ShardFileWriter& file, const Use& use) {
  const RowPacking<kColumns> packing(rows);
  if (packing.bits() <= 64) {
    use(KeyList<std::uint64_t, kColumns>(packing, rows, scratch, file));
  } else if (packing.bits() <= 128) {
    use(KeyList<WideKey, kColumns>(packing, rows, scratch, file));
  } else {
    use(RowList<kColumns>(packing.mark_bits() != 0, rows, scratch, file));
  }
}

// The quads of named graphs, and the rows of triple terms.
std::pair<std::span<QuadRow>, std::span<QuadRow>> divided(std::span<QuadRow> rows) {
  const auto is_quad = [](const QuadRow& row) { return row[3].kind() != HuriKind::triple_term; };
  const auto terms = std::partition(rows.begin(), rows.end(), is_quad);
  return {{rows.begin(), terms}, {terms, rows.end()}};
}

}  // namespace

std::size_t shard_scratch_bytes(const ShardRows& rows) {
  return std::max({rows.triples_by_subject.size_bytes(), rows.triples_by_object.size_bytes(),
                   rows.quads_by_subject.size_bytes(), rows.quads_by_object.size_bytes()});
}

BuiltShard build_shard(const std::filesystem::path& path, ShardId shard, std::uint32_t shards, ShardRows rows,
                       std::span<std::byte> scratch, const HeavyObjects& heavy) {
  QUADRILLE_ASSERT(scratch.size() >= shard_scratch_bytes(rows),
                   "the scratch is as large as shard_scratch_bytes() says");
  BuiltShard built;
  ShardFileWriter file(path, shard, shards);
  with_keys<3>(rows.triples_by_subject, scratch, file, [&](auto list) {
    list.sort(Permutation::spo);
    list.sort_by_first_column(Permutation::spo, Permutation::pso);
    built.default_quads = list.size();
  });
  with_keys<3>(rows.triples_by_object, scratch, file, [&](auto list) {
    list.sort(Permutation::ops);
    list.sort_by_first_column(Permutation::ops, Permutation::pos);
  });
  const auto [quads_by_subject, terms_by_subject] = divided(rows.quads_by_subject);
  const auto [quads_by_object, terms_by_object] = divided(rows.quads_by_object);
  with_keys<4>(quads_by_subject, scratch, file, [&](auto list) {
    list.sort(Permutation::spog);
    list.sort_by_first_column(Permutation::spog, Permutation::psog);
    list.back_to(Permutation::psog, Permutation::spog);
    list.sort_by_first_column(Permutation::spog, Permutation::gspo);
    built.named_quads = list.size();
  });
  with_keys<4>(quads_by_object, scratch, file, [&](auto list) {
    list.sort(Permutation::opsg);
    list.sort_by_first_column(Permutation::opsg, Permutation::posg);
    list.sort_by_first_column(Permutation::posg, Permutation::gpos);
  });
  if (!terms_by_subject.empty()) {
    with_keys<4>(terms_by_subject, scratch, file, [&](auto list) {
      list.sort(Permutation::spot);
      list.sort_by_first_column(Permutation::spot, Permutation::tspo);
      built.triple_terms = list.size();
    });
  }
  if (!terms_by_object.empty()) {
    with_keys<4>(terms_by_object, scratch, file, [&](auto list) {
      list.sort(Permutation::ospt);
      list.sort_by_first_column(Permutation::ospt, Permutation::post);
    });
  }
  built.seal = file.finish();
  const ShardFile written(path);
  const RunOf run_of = [&](Permutation permutation) -> const RunView& { return written.run(permutation); };
  built.tables = count_tables(run_of, heavy.objects());
  return built;
}

}  // namespace quadrille
