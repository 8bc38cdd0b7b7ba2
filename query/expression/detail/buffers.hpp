#pragma once

// Buffers lends nodes working memory, one item a row, for the time of a call. An expression then needs as many buffers
// at once as its depth and the arguments of a function require, not as many as it has parts. (When nodes owned them, a
// FILTER of 1000 comparisons took 700 MB: 16,384 rows and 44 bytes a value for each.)
//
// B1  A lent buffer contains old data; its capacity is enough for the rows.
// B2  Growth is charged to the query. All expressions of an operator share its buffers, which stay until it ends.
//
// Local; one thread.

#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

#include "query/expression/batch.hpp"
#include "query/expression/value.hpp"

namespace quadrille::query::detail {

template <class Item>
class BufferPool {
 public:
  std::vector<Item> take(std::size_t rows, const std::function<void(std::size_t)>& charge) {
    std::vector<Item> items;
    if (!free_.empty()) {
      items = std::move(free_.back());
      free_.pop_back();
    } else if (++made_ > free_.capacity()) {
      free_.reserve(2 * made_);  // so that giving back does not allocate
    }
    const std::size_t room = items.capacity();
    if (rows > room) {
      if (charge) charge((rows - room) * sizeof(Item));
      items.reserve(rows);
    }
    return items;
  }
  void give_back(std::vector<Item>&& items) { free_.push_back(std::move(items)); }

 private:
  std::vector<std::vector<Item>> free_;
  std::size_t made_ = 0;
};

class Buffers {
 public:
  template <class Item>
  BufferPool<Item>& of() {
    if constexpr (std::is_same_v<Item, Value>) {
      return values_;
    } else if constexpr (std::is_same_v<Item, Truth>) {
      return truths_;
    } else {
      static_assert(std::is_same_v<Item, RowNumber>);
      return rows_;
    }
  }

 private:
  BufferPool<Value> values_;
  BufferPool<Truth> truths_;
  BufferPool<RowNumber> rows_;
};

}  // namespace quadrille::query::detail
