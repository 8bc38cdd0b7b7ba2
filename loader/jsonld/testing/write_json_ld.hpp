#pragma once

// For tests: a sink that writes a document with a JsonLdWriter.

#include <string>

#include "loader/jsonld/write/json_ld_writer.hpp"

namespace quadrille::jsonld::testing {

class JsonLdSink : public QuadSink {
 public:
  explicit JsonLdSink(std::vector<DeclaredPrefix> prefixes) : writer_(std::move(prefixes)) { writer_.begin(text_); }
  void quad(const QuadView& quad) override { writer_.add(text_, quad); }
  // The document.
  std::string finish() {
    writer_.finish(text_);
    writer_.end(text_);
    return std::move(text_);
  }

 private:
  JsonLdWriter writer_;
  std::string text_;
};

}  // namespace quadrille::jsonld::testing
