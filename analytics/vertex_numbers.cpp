#include "analytics/vertex_numbers.hpp"

#include <algorithm>

namespace quadrille::analytics {

std::uint32_t NumberSegment::find(Huri id) const {
  const std::uint64_t place = (id.bits() - least) >> shift;
  if (id.bits() < least || place + 1 >= starts.size()) return ~std::uint32_t{0};
  const Huri* begin = sorted.data() + starts[place];
  const Huri* end = sorted.data() + starts[place + 1];
  const Huri* found = std::lower_bound(begin, end, id);
  if (found == end || *found != id) return ~std::uint32_t{0};
  return first_number + static_cast<std::uint32_t>(found - sorted.data());
}

}  // namespace quadrille::analytics
