#pragma once

// The sizes of a department, which are drawn before any of it is written (specification, section 7.2).

#include <cstdint>

#include "lubm/random.hpp"

namespace quadrille::lubm {

struct DepartmentSizes {
  std::uint32_t full_professors = 0;
  std::uint32_t associate_professors = 0;
  std::uint32_t assistant_professors = 0;
  std::uint32_t lecturers = 0;
  std::uint32_t undergraduates = 0;
  std::uint32_t graduates = 0;
  std::uint32_t teaching_assistants = 0;
  std::uint32_t research_assistants = 0;
  std::uint32_t research_groups = 0;
  std::uint32_t head = 0;  // the full professor who is head of the department

  static DepartmentSizes draw(Random& random);
  bool operator==(const DepartmentSizes&) const = default;
};

}  // namespace quadrille::lubm
