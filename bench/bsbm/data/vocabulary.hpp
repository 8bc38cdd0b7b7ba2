#pragma once

// The IRIs of the benchmark, ready for lines: each has its angle brackets and a blank behind it.

#include <array>
#include <cstdint>
#include <string_view>

#include "bench/bsbm/data/random.hpp"

namespace quadrille::bsbm {

// The beginnings of IRIs.
inline constexpr std::string_view kInstances = "<http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/instances/";
inline constexpr std::string_view kProperties = "<http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/vocabulary/";

// clang-format off
namespace classes {
inline constexpr std::string_view
    kProductType    = "<http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/vocabulary/ProductType> ",
    kProductFeature = "<http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/vocabulary/ProductFeature> ",
    kProducer       = "<http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/vocabulary/Producer> ",
    kProduct        = "<http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/vocabulary/Product> ",
    kVendor         = "<http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/vocabulary/Vendor> ",
    kOffer          = "<http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/vocabulary/Offer> ",
    kPerson         = "<http://xmlns.com/foaf/0.1/Person> ",
    kReview         = "<http://purl.org/stuff/rev#Review> ";
}  // namespace classes

namespace properties {
inline constexpr std::string_view
    kType         = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type> ",
    kLabel        = "<http://www.w3.org/2000/01/rdf-schema#label> ",
    kComment      = "<http://www.w3.org/2000/01/rdf-schema#comment> ",
    kSubClassOf   = "<http://www.w3.org/2000/01/rdf-schema#subClassOf> ",
    kPublisher    = "<http://purl.org/dc/elements/1.1/publisher> ",
    kDate         = "<http://purl.org/dc/elements/1.1/date> ",
    kTitle        = "<http://purl.org/dc/elements/1.1/title> ",
    kHomepage     = "<http://xmlns.com/foaf/0.1/homepage> ",
    kName         = "<http://xmlns.com/foaf/0.1/name> ",
    kMboxSha1     = "<http://xmlns.com/foaf/0.1/mbox_sha1sum> ",
    kText         = "<http://purl.org/stuff/rev#text> ",
    kReviewer     = "<http://purl.org/stuff/rev#reviewer> ",
    kCountry      = "<http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/vocabulary/country> ",
    kProducer     = "<http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/vocabulary/producer> ",
    kFeature      = "<http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/vocabulary/productFeature> ",
    kProduct      = "<http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/vocabulary/product> ",
    kVendor       = "<http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/vocabulary/vendor> ",
    kPrice        = "<http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/vocabulary/price> ",
    kValidFrom    = "<http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/vocabulary/validFrom> ",
    kValidTo      = "<http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/vocabulary/validTo> ",
    kDeliveryDays = "<http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/vocabulary/deliveryDays> ",
    kOfferWebpage = "<http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/vocabulary/offerWebpage> ",
    kReviewFor    = "<http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/vocabulary/reviewFor> ",
    kReviewDate   = "<http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/vocabulary/reviewDate> ";
}  // namespace properties

namespace datatypes {
inline constexpr std::string_view
    kString   = "<http://www.w3.org/2001/XMLSchema#string> ",
    kInteger  = "<http://www.w3.org/2001/XMLSchema#integer> ",
    kDate     = "<http://www.w3.org/2001/XMLSchema#date> ",
    kDateTime = "<http://www.w3.org/2001/XMLSchema#dateTime> ",
    kUsd      = "<http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/vocabulary/USD> ";
}  // namespace datatypes
// clang-format on

struct Country {
  std::string_view iri, language;
  std::uint32_t percent;
};

inline constexpr std::array<Country, 10> kCountries{{
    {"<http://downlode.org/rdf/iso-3166/countries#US> ", "en", 40},
    {"<http://downlode.org/rdf/iso-3166/countries#GB> ", "en", 10},
    {"<http://downlode.org/rdf/iso-3166/countries#JP> ", "ja", 10},
    {"<http://downlode.org/rdf/iso-3166/countries#CN> ", "zh", 10},
    {"<http://downlode.org/rdf/iso-3166/countries#DE> ", "de", 5},
    {"<http://downlode.org/rdf/iso-3166/countries#FR> ", "fr", 5},
    {"<http://downlode.org/rdf/iso-3166/countries#ES> ", "es", 5},
    {"<http://downlode.org/rdf/iso-3166/countries#RU> ", "ru", 5},
    {"<http://downlode.org/rdf/iso-3166/countries#KR> ", "ko", 5},
    {"<http://downlode.org/rdf/iso-3166/countries#AT> ", "de", 5},
}};

inline const Country& random_country(Random& random) {
  std::uint32_t place = random.below(100);
  for (const Country& country : kCountries) {
    if (place < country.percent) return country;
    place -= country.percent;
  }
  return kCountries.back();
}

}  // namespace quadrille::bsbm
