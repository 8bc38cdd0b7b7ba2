#pragma once

// A coarray is the small Coarray-C++ interface to a team's symmetric memory (CGE21 3.2, 3.3): it is one object, or an
// array, on every member of the team at the same offset. Names follow Coarray C++.
//
//   coarray<std::uint64_t> count(symmetric);      coarray<int[]> starts(symmetric, team.size());
//   *count = 5;  team.sync_all();  count(2).get() ...
//
// Construction and destruction are collective: all members, in the same order.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>

#include "pgas/exchange.hpp"
#include "pgas/symmetric_heap.hpp"
#include "pgas/team.hpp"
// The copy of an element on another image; reading and assigning it are one-sided operations.
namespace quadrille::pgas {

// The copy of an element on another image: assigned and read by one-sided operations.
template <class T>
class coref {
 public:
  coref(Team& team, int member, T* address) : team_(team), member_(member), address_(address) {}
  // One-sided; visible there after a put_fence().
  void put(const T& value) const { team_.put(member_, address_, &value, sizeof(T)); }
  T get() const {
    T value;
    team_.get(member_, &value, address_, sizeof(T));
    return value;
  }
  // Its address in its image's memory, for Team::put and get.
  T* address() const { return address_; }
  // The element itself if memory is shared, otherwise nullptr (CGE21 3.1.1). A check, not a copy.
  T* to_local() const { return team_.in_my_group(member_) ? address_ : nullptr; }

  // One-sided, atomic on all images (Team::fetch_add); returns the old value.
  T fetch_add(T value) const requires std::is_same_v<T, std::uint64_t> {
    return team_.fetch_add(member_, address_, value);
  }

 private:
  Team& team_;
  int member_;
  T* address_;
};

template <class T>
class coarray {
  static_assert(std::is_trivially_destructible_v<T>);

 public:
  template <class... Arguments>
  explicit coarray(SymmetricHeap& heap, Arguments&&... arguments)
      : heap_(heap), mine_(static_cast<T*>(heap.allocate(sizeof(T)))) {
    new (mine_) T(std::forward<Arguments>(arguments)...);
    heap_.team().barrier();
  }
  ~coarray() { heap_.free(mine_); }
  coarray(const coarray&) = delete;
  coarray& operator=(const coarray&) = delete;

  T& operator*() { return *mine_; }
  T* operator->() { return mine_; }
  coref<T> operator()(int member) { return {heap_.team(), member, heap_.translate(mine_, member)}; }

 private:
  SymmetricHeap& heap_;
  T* mine_;
};

template <class T>
class coarray<T[]> {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  coarray(SymmetricHeap& heap, std::size_t size)
      : heap_(heap), mine_(static_cast<T*>(heap.allocate(size * sizeof(T)))), size_(size) {
    std::uninitialized_value_construct_n(mine_, size);
    heap_.team().barrier();
  }
  ~coarray() { heap_.free(mine_); }
  coarray(const coarray&) = delete;
  coarray& operator=(const coarray&) = delete;

  std::size_t size() const { return size_; }
  T* begin() { return mine_; }
  T* end() { return mine_ + size_; }
  T& operator[](std::size_t index) { return mine_[index]; }
  coref<T> operator()(int member, std::size_t index) {
    return {heap_.team(), member, heap_.translate(mine_, member) + index};
  }
  Team& team() { return heap_.team(); }

 private:
  SymmetricHeap& heap_;
  T* mine_;
  std::size_t size_;
};

// Collective (CGE21 3.3, listing 1). Both arrays have team.size() elements. dest[i] here = src[this image] on image i.
// Group-aggregated: between groups it costs the messages of one exchange.
template <class T>
void coexchange(coarray<T[]>& dest, coarray<T[]>& src) {
  Team& team = dest.team();
  const auto members = static_cast<std::size_t>(team.size());
  QueryArena arena(team.heap());
  const std::span<Block> blocks = arena.make_span<Block>(members);
  for (std::size_t member = 0; member < members; ++member) {
    new (&blocks[member]) Block(std::as_bytes(std::span(&src[member], 1)));
  }
  ExchangeView view(team, blocks);
  for (std::size_t member = 0; member < members; ++member) {
    std::memcpy(&dest[member], view.from(static_cast<int>(member)).data(), sizeof(T));
  }
  view.finish();
}

}  // namespace quadrille::pgas
