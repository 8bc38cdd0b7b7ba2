#include "lubm/department_sizes.hpp"

namespace quadrille::lubm {

DepartmentSizes DepartmentSizes::draw(Random& random) {
  DepartmentSizes sizes;
  sizes.full_professors = random.between(7, 10);
  sizes.associate_professors = random.between(10, 14);
  sizes.assistant_professors = random.between(8, 11);
  sizes.lecturers = random.between(5, 7);
  const std::uint32_t faculty =
      sizes.full_professors + sizes.associate_professors + sizes.assistant_professors + sizes.lecturers;
  sizes.undergraduates = random.between(8 * faculty, 14 * faculty);
  sizes.graduates = random.between(3 * faculty, 4 * faculty);
  sizes.teaching_assistants = random.between(sizes.graduates / 5, sizes.graduates / 4);
  sizes.research_assistants = random.between(sizes.graduates / 4, sizes.graduates / 3);
  sizes.research_groups = random.between(10, 20);
  sizes.head = random.below(sizes.full_professors);
  return sizes;
}

}  // namespace quadrille::lubm
