#pragma once

// LevelHeads merges the entries of several levels of one run: stretch by stretch in the order of (position, key).
//
//   heads    level 0:  b  e  f        stretches:  [b] of level 0, [c, d] of level 1, e of both (their sum: the marks
//            level 1:  c  d  e                    before e of level 0 and after e of level 1), [f] of level 0
//
// If only one level has entries for a while, the end of the stretch is found by galloping, so that a large level and a
// few small ones cost little more than the large one alone. Nothing advances until the caller reports how much it has
// used.

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/assert.hpp"
#include "quadstore/delta_level.hpp"
#include "quadstore/delta_run.hpp"

namespace quadrille::detail {

class LevelHeads {
 public:
  // Entries of `run` that no other level has; or one entry that several levels have, as the newest of them has it, with
  // their sum.
  struct Stretch {
    const DeltaRun* run = nullptr;
    std::uint32_t begin = 0, end = 0;
    std::uint32_t levels = 0;  // a bit for each of the heads that it comes from
    MarkChange sum{};          // of a shared entry; it may be no change

    bool is_shared() const { return (levels & (levels - 1)) != 0; }
    MarkChange change(std::uint32_t entry) const { return is_shared() ? sum : run->change(entry); }
  };

  // Adds levels from the oldest to the newest; those without entries are left out.
  void add(const DeltaRun& run, DeltaRun::Entries entries) {
    if (entries.empty()) return;
    QUADRILLE_ASSERT(count_ < heads_.size(), "a shard has at most kMaxDeltaLevels levels, and a new one");
    heads_[count_++] = {&run, entries.begin, entries.end};
  }

  bool empty() const { return count_ == 0; }

  // Calls use(run, entries) for each level, from the oldest to the newest.
  template <class Use>
  void for_each(const Use& use) const {
    for (std::size_t i = 0; i < count_; ++i) use(*heads_[i].run, DeltaRun::Entries{heads_[i].begin, heads_[i].end});
  }

  Stretch peek() const;
  // True if the entries of a stretch follow each other as D1 demands. All entries of its key have been added.
  bool is_chain(const Stretch& stretch) const;
  // Consumes `used` of the stretch's entries; all or none of a shared one.
  void advance(const Stretch& stretch, std::uint32_t used);

 private:
  struct Head {
    const DeltaRun* run = nullptr;
    std::uint32_t begin = 0, end = 0;
  };
  static int compare(const Head& a, const Head& b) { return a.run->compare(a.begin, *b.run, b.begin); }
  static std::uint32_t gallop(const Head& from, const Head& to);

  std::size_t count_ = 0;
  std::array<Head, kMaxDeltaLevels + 1> heads_{};  // a commit's level and those before it
};

}  // namespace quadrille::detail
