#include "loader/jsonld/write/document_form.hpp"

#include <gtest/gtest.h>

namespace quadrille::jsonld {

TEST(DocumentForm, OfMediaTypes) {
  EXPECT_EQ(form_of_media_type("application/ld+json"), std::nullopt);
  EXPECT_EQ(form_of_media_type("application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\""),
            DocumentForm::expanded);
  EXPECT_EQ(form_of_media_type("application/ld+json; q=0.5 ; Profile = \"http://www.w3.org/ns/json-ld#flattened "
                               "http://www.w3.org/ns/json-ld#compacted\"; x=y"),
            DocumentForm::flattened);
  EXPECT_EQ(form_of_media_type("application/ld+json;profile=compacted"), DocumentForm::compacted);
  EXPECT_EQ(form_of_media_type("application/ld+json;profile=\"http://www.w3.org/ns/json-ld#framed\""), std::nullopt);
  EXPECT_EQ(form_of_media_type("application/ld+json;profile=\"http://other/expanded\""), std::nullopt);
  EXPECT_EQ(form_of_media_type("application/ld+json;profile=\""), std::nullopt);
}

TEST(DocumentForm, OfProfiles) {
  EXPECT_EQ(form_of_profile(""), std::nullopt);
  EXPECT_EQ(form_of_profile("expanded"), DocumentForm::expanded);
  EXPECT_EQ(form_of_profile("compacted  flattened"), DocumentForm::flattened);
  EXPECT_EQ(form_of_profile("http://www.w3.org/ns/json-ld#streaming compacted expanded"), DocumentForm::compacted);
  EXPECT_EQ(form_of_profile("pretty"), std::nullopt);
}

}  // namespace quadrille::jsonld
