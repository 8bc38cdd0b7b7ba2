#pragma once

// DeltaTerms are one image's tables of the terms created by updates, one table for each part of the delta vocabulary
// on this image (delta_vocabulary.hpp). They are append-only, in memory that the group shares, and number terms from 0
// in each table in order of arrival. One thread of the owner adds terms (its update lane); any thread of any process
// of the group reads meanwhile, without a lock.
//
//   DeltaTables (shared)
//     size     published terms, of all its tables
//     tables   | part 6 | part 7 | part 8 |
//
//   DeltaTermTable                                                 330 bytes while it is empty
//     size     published terms
//     chunks   | kFirstChunk terms | twice as many | ...           no term ever moves
//     slots    | tag : 22, number + 1 : 42 | ...  older -> | ...   a hash of the terms, at most half full
//
// D1  A number below size() has a term, which never changes. A thread can read every number that it has received.
// D2  A term is in the table at most once. find() finds all terms below a size() that the caller has read, and
//     possibly later ones.
// D3  Slot arrays that became too small are kept, because readers may use them: at most as much again as the newest.
// D4  `born` numbers the terms of all tables of the image: it ascends within each. So one number, DeltaTables::size(),
//     determines the contents of all tables at a moment: the terms with a smaller `born`.
//
// Memory comes from a resource that lives as long as the tables (a generation) and is freed with it. If it is
// exhausted while a term is added, nothing has been added.

#include <array>
#include <atomic>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/term.hpp"
#include "dictionary/huri.hpp"

namespace quadrille {

// The same for equal terms on all images, and in files: it determines the part of a term.
std::uint64_t delta_hash(TermView term);

class DeltaTermTable {
 public:
  struct Entry {
    TermView term;
    std::uint64_t hash = 0;
    std::uint64_t born = 0;
    HuriKind kind = HuriKind::special;
  };

  // Local. Any thread of the group.
  std::uint64_t size() const { return size_.load(std::memory_order_acquire); }
  // Local. Any thread of the group. The entry of a number that the caller has received; views are valid as long as the
  // table.
  const Entry& at(std::uint64_t number) const;
  // Local. Any thread of the group. About 50 ns.
  std::optional<std::uint64_t> find(TermView term, std::uint64_t hash) const;
  // Local. Any thread of the group. The number of terms that were created below `born`; these are the numbers below
  // it. A binary search.
  std::uint64_t size_at(std::uint64_t born) const;

 private:
  friend class DeltaTerms;
  static constexpr std::uint64_t kFirstChunk = 16;
  static constexpr std::size_t kChunks = 39;  // 2^42 terms

  struct Slots {
    std::uint64_t mask;  // their number - 1; the slots themselves follow
    std::atomic<std::uint64_t>* begin() { return reinterpret_cast<std::atomic<std::uint64_t>*>(this + 1); }
    const std::atomic<std::uint64_t>* begin() const {
      return reinterpret_cast<const std::atomic<std::uint64_t>*>(this + 1);
    }
  };

  std::atomic<std::uint64_t> size_{0};
  std::atomic<Slots*> slots_{nullptr};
  std::array<std::atomic<Entry*>, kChunks> chunks_{};
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free && std::atomic<void*>::is_always_lock_free,
              "processes share the table");

// Consecutive parts.
struct DeltaTables {
  std::uint32_t first_part = 0;
  std::uint32_t parts = 0;
  std::atomic<std::uint64_t> published{0};
  DeltaTermTable* tables = nullptr;

  std::uint64_t size() const { return published.load(std::memory_order_acquire); }
  const DeltaTermTable& of_part(std::uint32_t part) const { return tables[part - first_part]; }
};

// The owner's side. One thread at a time.
class DeltaTerms {
 public:
  // `memory` is shared by the group and outlives this object; nothing is returned to it.
  DeltaTerms(std::pmr::memory_resource& memory, std::uint32_t first_part, std::uint32_t parts);

  const DeltaTables* tables() const { return tables_; }
  // Bytes allocated. From any thread.
  std::uint64_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

  // Local. The HURI of a term that is in the vocabulary by its kind (not a blank node, not inline): the same for the
  // same term. The part is one of this image's, always the same for the term. Copies its texts. Throws Error(memory),
  // with nothing added.
  Huri intern(std::uint32_t part, TermView term, HuriKind kind, std::uint64_t hash);

 private:
  void* take(std::size_t bytes, std::size_t alignment);
  std::string_view copy(std::string_view text);
  std::string_view shared_name(std::string_view name);
  void grow_slots(DeltaTermTable& table);
  static void put(DeltaTermTable::Slots& slots, std::uint64_t hash, std::uint64_t number);

  std::pmr::memory_resource& memory_;
  std::atomic<std::uint64_t> bytes_ = 0;
  DeltaTables* tables_;
  char* next_ = nullptr;  // free part of the current chunk of texts
  std::size_t free_ = 0;
  std::unordered_map<std::string, std::string_view> names_;  // datatypes and languages, of which there are few
};

}  // namespace quadrille
