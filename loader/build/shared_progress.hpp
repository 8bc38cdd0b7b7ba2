#pragma once

// SharedProgress adds up the progress of all images in a build's steps, for display. Words in symmetric memory:
//
//   add()     each image counts in words of its own
//   total()   the first image reads those of its group, and the sums of the other groups: twice a second a group adds
//             its progress since then to words of the first image, one message a word
//
// So a displayed number may be half a second old, and is never too high.

#include <array>
#include <atomic>
#include <cstdint>

#include "base/clock.hpp"
#include "loader/build/build_step.hpp"
#include "pgas/coarray.hpp"
#include "pgas/job.hpp"

namespace quadrille {

class SharedProgress {
 public:
  struct Amount {
    std::uint64_t items = 0, quads = 0;
  };

  // Collective. is_shown: the progress is displayed; the same on all images.
  SharedProgress(pgas::Job& job, int lane, bool is_shown);

  // Local. In another group than the first image's it is one-sided now and then: it returns after the answer.
  void add(BuildStep step, Amount more);

  // Local; on the first image.
  Amount total(BuildStep step);

 private:
  struct Words {
    struct Done {
      std::atomic<std::uint64_t> items{0}, quads{0};
    };
    std::array<Done, kBuildSteps> done;          // by this image; relaxed
    std::array<Done, kBuildSteps> told;          // in a group's first member: sent to the first image
    std::atomic<std::uint64_t> last_told_ms{0};  // likewise, on watch_
  };

  Words& first_of_group();
  bool is_due();
  Amount done_by_group(BuildStep step);
  void tell(BuildStep step);

  pgas::Team& team_;
  pgas::coarray<Words> words_;
  pgas::coarray<std::uint64_t[]> elsewhere_;  // the first image's: by step items and quads of the other groups
  const bool tells_;
  Stopwatch watch_;
};

}  // namespace quadrille
