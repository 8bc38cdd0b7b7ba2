#pragma once

// A Document is a value with its own memory: a context that outlives the text it was read from.

#include <memory>

#include "loader/jsonld/json/value.hpp"

namespace quadrille::jsonld {

struct Document {
  Arena arena;
  Value value;
};

using DocumentPtr = std::shared_ptr<const Document>;

inline DocumentPtr own_copy(Value value) {
  auto document = std::make_shared<Document>();
  document->value = deep_copy(value, document->arena);
  return document;
}

}  // namespace quadrille::jsonld
