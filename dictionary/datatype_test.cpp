#include "dictionary/datatype.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/term.hpp"

namespace quadrille {

TEST(Datatype, EveryKnownOneHasItsIri) {
  for (std::size_t i = 1; i < kDatatypes; ++i) {
    const auto datatype = static_cast<Datatype>(i);
    EXPECT_EQ(datatype_of(datatype_iri(datatype)), datatype) << datatype_iri(datatype);
  }
  EXPECT_EQ(datatype_iri(Datatype::double_number), iri::kXsdDouble);
  EXPECT_EQ(datatype_iri(Datatype::g_day), std::string(iri::kXsd) + "gDay");
}

TEST(Datatype, AllElseIsOther) {
  for (const char* text : {"", "http://www.w3.org/2001/XMLSchema#", "http://www.w3.org/2001/XMLSchema#duration",
                           "http://www.w3.org/2001/XMLSchema#Integer", "urn:x"}) {
    EXPECT_EQ(datatype_of(text), Datatype::other) << text;
  }
}

}  // namespace quadrille
