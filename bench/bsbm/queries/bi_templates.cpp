#include <array>

#include "bench/bsbm/queries/use_case.hpp"

namespace quadrille::bsbm {

namespace {

constexpr std::array kBiMix{1, 3, 2, 2, 4, 5, 5, 6, 5, 6, 6, 7, 8, 7, 6};

constexpr std::array<QueryTemplate, 8> kBiTemplates{{
    // Types by the number of reviews from one country of products from another.
    {1, R"(SELECT ?productType ?reviewCount {
  { SELECT ?productType (count(?review) AS ?reviewCount) {
      ?productType a bsbm:ProductType .
      ?product a ?productType .
      ?product bsbm:producer ?producer .
      ?producer bsbm:country %country1% .
      ?review bsbm:reviewFor ?product .
      ?review rev:reviewer ?reviewer .
      ?reviewer bsbm:country %country2% .
    }
    GROUP BY ?productType
  }
}
ORDER BY desc(?reviewCount) ?productType
LIMIT 10
)"},
    // Products with most features in common with one.
    {2, R"(SELECT ?otherProduct ?sameFeatures {
  ?otherProduct a bsbm:Product .
  FILTER(?otherProduct != %product%)
  { SELECT ?otherProduct (count(?otherFeature) AS ?sameFeatures) {
      %product% bsbm:productFeature ?feature .
      ?otherProduct bsbm:productFeature ?otherFeature .
      FILTER(?feature=?otherFeature)
    }
    GROUP BY ?otherProduct
  }
}
ORDER BY desc(?sameFeatures) ?otherProduct
LIMIT 10
)"},
    // Products whose number of reviews grew most from one month to the next.
    {3, R"(SELECT ?product (xsd:float(?monthCount)/?monthBeforeCount AS ?ratio) {
  { SELECT ?product (count(?review) AS ?monthCount) {
      ?review bsbm:reviewFor ?product .
      ?review dc:date ?date .
      FILTER(?date >= "%month1%"^^<http://www.w3.org/2001/XMLSchema#date>
             && ?date < "%month2%"^^<http://www.w3.org/2001/XMLSchema#date>)
    }
    GROUP BY ?product
  }
  { SELECT ?product (count(?review) AS ?monthBeforeCount) {
      ?review bsbm:reviewFor ?product .
      ?review dc:date ?date .
      FILTER(?date >= "%month0%"^^<http://www.w3.org/2001/XMLSchema#date>
             && ?date < "%month1%"^^<http://www.w3.org/2001/XMLSchema#date>)
    }
    GROUP BY ?product
    HAVING (count(?review)>0)
  }
}
ORDER BY desc(xsd:float(?monthCount) / ?monthBeforeCount) ?product
LIMIT 10
)"},
    // Features that make products of a type dear: the average price with and without each.
    {4, R"(SELECT ?feature (?withFeaturePrice/?withoutFeaturePrice AS ?priceRatio) {
  { SELECT ?feature (avg(xsd:float(xsd:string(?price))) AS ?withFeaturePrice) {
      ?product a %lower_type% ;
        bsbm:productFeature ?feature .
      ?offer bsbm:product ?product ;
        bsbm:price ?price .
    }
    GROUP BY ?feature
  }
  { SELECT ?feature (avg(xsd:float(xsd:string(?price))) AS ?withoutFeaturePrice) {
      { SELECT DISTINCT ?feature {
          ?p a %lower_type% ;
            bsbm:productFeature ?feature .
      } }
      ?product a %lower_type% .
      ?offer bsbm:product ?product ;
        bsbm:price ?price .
      FILTER NOT EXISTS { ?product bsbm:productFeature ?feature }
    }
    GROUP BY ?feature
  }
}
ORDER BY desc(?withFeaturePrice/?withoutFeaturePrice) ?feature
LIMIT 10
)"},
    // The most reviewed products of a type in each country.
    {5, R"(SELECT ?country ?product ?nrOfReviews ?avgPrice {
  { SELECT ?country (max(?nrOfReviews) AS ?maxReviews) {
      { SELECT ?country ?product (count(?review) AS ?nrOfReviews) {
          ?product a %lower_type% .
          ?review bsbm:reviewFor ?product ;
            rev:reviewer ?reviewer .
          ?reviewer bsbm:country ?country .
        }
        GROUP BY ?country ?product
      }
    }
    GROUP BY ?country
  }
  { SELECT ?country ?product (avg(xsd:float(xsd:string(?price))) AS ?avgPrice) {
      ?product a %lower_type% .
      ?offer bsbm:product ?product .
      ?offer bsbm:price ?price .
    }
    GROUP BY ?country ?product
  }
  { SELECT ?country ?product (count(?review) AS ?nrOfReviews) {
      ?product a %lower_type% .
      ?review bsbm:reviewFor ?product .
      ?review rev:reviewer ?reviewer .
      ?reviewer bsbm:country ?country .
    }
    GROUP BY ?country ?product
  }
  FILTER(?nrOfReviews=?maxReviews)
}
ORDER BY desc(?nrOfReviews) ?country ?product
)"},
    // Persons who rate the products of a producer far better than others do.
    {6, R"(SELECT ?reviewer (avg(xsd:float(?score)) AS ?reviewerAvgScore) {
  { SELECT (avg(xsd:float(?score)) AS ?avgScore) {
      ?product bsbm:producer %producer% .
      ?review bsbm:reviewFor ?product .
      { ?review bsbm:rating1 ?score . } UNION
      { ?review bsbm:rating2 ?score . } UNION
      { ?review bsbm:rating3 ?score . } UNION
      { ?review bsbm:rating4 ?score . }
    }
  }
  ?product bsbm:producer %producer% .
  ?review bsbm:reviewFor ?product .
  ?review rev:reviewer ?reviewer .
  { ?review bsbm:rating1 ?score . } UNION
  { ?review bsbm:rating2 ?score . } UNION
  { ?review bsbm:rating3 ?score . } UNION
  { ?review bsbm:rating4 ?score . }
}
GROUP BY ?reviewer
HAVING (avg(xsd:float(?score)) > min(?avgScore) * 1.5)
)"},
    // Much offered products of a type that no vendor of a country offers.
    {7, R"(SELECT ?product {
  { SELECT ?product {
      { SELECT ?product (count(?offer) AS ?offerCount) {
          ?product a %any_type% .
          ?offer bsbm:product ?product .
        }
        GROUP BY ?product
      }
    }
    ORDER BY desc(?offerCount)
    LIMIT 1000
  }
  FILTER NOT EXISTS {
    ?offer bsbm:product ?product .
    ?offer bsbm:vendor ?vendor .
    ?vendor bsbm:country ?country .
    FILTER(?country=%country1%)
  }
}
)"},
    // Vendors by the share of their offers of a type that are below the average price of the product.
    {8, R"(SELECT ?vendor (xsd:float(?belowAvg)/?offerCount AS ?cheapExpensiveRatio) {
  { SELECT ?vendor (count(?offer) AS ?belowAvg) {
      { ?product a %any_type% .
        ?offer bsbm:product ?product .
        ?offer bsbm:vendor ?vendor .
        ?offer bsbm:price ?price .
        { SELECT ?product (avg(xsd:float(xsd:string(?price))) AS ?avgPrice) {
            ?product a %any_type% .
            ?offer bsbm:product ?product .
            ?offer bsbm:vendor ?vendor .
            ?offer bsbm:price ?price .
          }
          GROUP BY ?product
        }
      } .
      FILTER (xsd:float(xsd:string(?price)) < ?avgPrice)
    }
    GROUP BY ?vendor
  }
  { SELECT ?vendor (count(?offer) AS ?offerCount) {
      ?product a %any_type% .
      ?offer bsbm:product ?product .
      ?offer bsbm:vendor ?vendor .
    }
    GROUP BY ?vendor
  }
}
ORDER BY desc(xsd:float(?belowAvg)/?offerCount) ?vendor
LIMIT 10
)"},
}};

}  // namespace

const UseCase kBusinessIntelligence{"bi", kBiTemplates, kBiMix};

}  // namespace quadrille::bsbm
