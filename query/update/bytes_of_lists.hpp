#pragma once

// Functions that write lists of plain records into a message and read them again: | count : 8 | records |. Local.

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/bytes.hpp"
#include "base/copy_bytes.hpp"

namespace quadrille::query {

template <class List>
void append_list(std::string& out, const List& values) {
  static_assert(std::is_trivially_copyable_v<typename List::value_type>);
  append_word(out, values.size());
  out.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(typename List::value_type));
}

// Appends the records to `values` and takes them off `bytes`.
template <class List>
void read_list(std::string_view& bytes, List& values) {
  const auto count = take_word<std::size_t>(bytes);
  const std::size_t before = values.size();
  values.resize(before + count);
  copy_bytes(values.data() + before, bytes.data(), count * sizeof(typename List::value_type));
  bytes.remove_prefix(count * sizeof(typename List::value_type));
}

}  // namespace quadrille::query
