#pragma once

// For tests of errors: a sink that drops all quads.

#include "loader/rdf/quad_sink.hpp"

namespace quadrille::testing {

class NoSink : public QuadSink {
 public:
  void quad(const QuadView&) override {}
};

}  // namespace quadrille::testing
