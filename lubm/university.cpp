#include "lubm/university.hpp"

#include "base/assert.hpp"

namespace quadrille::lubm {

University::University(const Vocabulary& vocabulary, std::int32_t seed, std::uint32_t index)
    : vocabulary_(vocabulary),
      index_(index),
      random_(Random::of_university(seed, index)),
      departments_(random_.between(15, 25)) {}

University::Written University::append_department(std::string& out) {
  QUADRILLE_ASSERT(!finished(), "a finished university has no next department");
  Department department(vocabulary_, random_, out, index_, next_++);
  department.write();
  return {department.sizes(), department.counts()};
}

void append_university(std::string& out, const Vocabulary& vocabulary, std::int32_t seed, std::uint32_t index) {
  University university(vocabulary, seed, index);
  while (!university.finished()) university.append_department(out);
}

}  // namespace quadrille::lubm
