#include "query/table/row_limit.hpp"

#include "base/error.hpp"

namespace quadrille::query {

void fail_for_rows(std::string_view what) {
  fail(ErrorKind::memory, "more than {} {} on one image, which is the limit; use more images (--images)",
       std::uint64_t{most_rows}, what);
}

}  // namespace quadrille::query
