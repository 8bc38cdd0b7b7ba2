#pragma once

// A QueryArena is the memory of one query (or one build step) on this image: small pieces are cut from chunks, large
// ones come from the heap directly and can be freed early; the rest is freed with the arena. Used by one thread at a
// time. Other images of the group may read its memory for as long as the arena lives.

#include <cstddef>
#include <cstring>
#include <memory_resource>
#include <span>
#include <string_view>
#include <type_traits>
#include <unordered_set>

#include "pgas/heap.hpp"

namespace quadrille::pgas {

class QueryArena final : public std::pmr::memory_resource {
 public:
  static constexpr std::size_t kLargeBytes = 256 * 1024;
  static constexpr std::size_t kNoBudget = ~std::size_t{0};

  explicit QueryArena(Heap& heap, std::size_t budget_bytes = kNoBudget) : heap_(heap), budget_(budget_bytes) {}
  ~QueryArena() override;
  QueryArena(const QueryArena&) = delete;
  QueryArena& operator=(const QueryArena&) = delete;

  // Local. `count` objects, contents undefined.
  template <class T>
  std::span<T> make_span(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    return {static_cast<T*>(allocate(count * sizeof(T), alignof(T))), count};
  }
  template <class T>
  void free_span(std::span<T> span) {
    if (span.data()) deallocate(span.data(), span.size_bytes(), alignof(T));
  }
  // Local. A copy of `text` that lives as long as the arena.
  std::string_view copy(std::string_view text);

  // Local. Counts `bytes` of the query's private memory against its budget and the heap's. Throws Error(memory) beyond
  // one of them. The rest of the charge is removed when the arena ends.
  void charge(std::size_t bytes);
  void discharge(std::size_t bytes);
  // Charged memory, for data that grow and shrink from chunk to chunk and that no other image reads.
  std::pmr::memory_resource& own() { return own_; }

  // Local. The bytes that the query can still take here: what is left of its budget, or of the heap.
  std::size_t room_bytes() const;

  // The bytes taken from the heap or charged, now and at the maximum.
  std::size_t used_bytes() const { return used_; }
  std::size_t high_water_bytes() const { return high_water_; }

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void* pointer, std::size_t bytes, std::size_t alignment) override;
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override { return this == &other; }
  void* take(std::size_t bytes);
  void count(std::size_t bytes);

  class Own final : public std::pmr::memory_resource {
   public:
    explicit Own(QueryArena& arena) : arena_(arena) {}

   private:
    void* do_allocate(std::size_t bytes, std::size_t alignment) override;
    void do_deallocate(void* pointer, std::size_t bytes, std::size_t alignment) override;
    bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override { return this == &other; }
    QueryArena& arena_;
  };

  Heap& heap_;
  const std::size_t budget_;
  std::size_t used_ = 0;
  std::size_t high_water_ = 0;
  std::size_t elsewhere_ = 0;  // the charged part of used_
  std::size_t most_elsewhere_ = 0;
  std::size_t set_aside_ = 0;  // set aside for that in the heap: a little more, for fewer calls
  Own own_{*this};
  std::byte* next_ = nullptr;  // free part of the current chunk
  std::byte* end_ = nullptr;
  std::size_t next_chunk_bytes_ = Heap::kGranule;
  std::unordered_set<void*> pieces_;  // all pieces from the heap
};

}  // namespace quadrille::pgas
