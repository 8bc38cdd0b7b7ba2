#pragma once

// Makes one university, department by department. Universities are independent: any can be made at any time, in any
// thread; the departments of one come in their order, because they share its random numbers.

#include <cstdint>
#include <string>

#include "lubm/department.hpp"
#include "lubm/random.hpp"
#include "lubm/vocabulary.hpp"

namespace quadrille::lubm {

class University {
 public:
  // Keeps a reference to `vocabulary`.
  University(const Vocabulary& vocabulary, std::int32_t seed, std::uint32_t index);

  std::uint32_t departments() const { return departments_; }
  bool finished() const { return next_ == departments_; }

  // Appends the lines of the next department to `out` and returns its size. Not when finished().
  struct Written {
    DepartmentSizes sizes;
    DepartmentCounts counts;
  };
  Written append_department(std::string& out);

  // The state of its random numbers after the departments written so far.
  const Random& random() const { return random_; }

 private:
  const Vocabulary& vocabulary_;
  const std::uint32_t index_;
  Random random_;
  const std::uint32_t departments_;
  std::uint32_t next_ = 0;
};

inline constexpr std::uint64_t kUsualUniversityBytes = 23'760'000;  // the mean of LUBM(100)

// Appends all lines of a university, about 139,000 lines or 24 MB.
void append_university(std::string& out, const Vocabulary& vocabulary, std::int32_t seed, std::uint32_t index);

}  // namespace quadrille::lubm
