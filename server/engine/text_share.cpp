#include "server/engine/text_share.hpp"

#include "base/error.hpp"
#include "base/free_memory.hpp"
#include "parser/text_cost.hpp"
#include "server/engine/lane_command.hpp"

namespace quadrille::server {

TextShare::TextShare(pgas::Heap& heap, std::string_view text) : heap_(heap) {
  if (text.size() <= kShortBytes) return;
  const std::uint64_t bytes = parser::estimated_parse_bytes(text);
  const std::size_t most = query_budget(heap.usage().budget_bytes);
  if (bytes > most) {
    fail(ErrorKind::memory,
         "this text of {} KB may need {} MB for parsing, but a query may use {} MB on this image; send it in parts, or "
         "raise --memory",
         text.size() >> 10, bytes >> 20, most >> 20);
  }
  heap.set_aside(bytes);
  bytes_ = bytes;
}

TextShare::~TextShare() {
  if (bytes_ == 0) return;
  heap_.give_back(bytes_);
  release_free_memory();
}

}  // namespace quadrille::server
