#include <array>

#include "bench/bsbm/queries/use_case.hpp"

namespace quadrille::bsbm {

namespace {

constexpr std::array kMix{1, 2, 2, 3, 2, 2, 4, 2, 2, 5, 7, 7, 5, 7, 7, 8, 9, 9, 8, 9, 9, 10, 10, 11, 12};

constexpr std::array<QueryTemplate, 12> kTemplates{{
    {1, R"(SELECT DISTINCT ?product ?label
WHERE {
  ?product rdfs:label ?label .
  ?product a %type% .
  ?product bsbm:productFeature %feature1% .
  ?product bsbm:productFeature %feature2% .
  ?product bsbm:productPropertyNumeric1 ?value1 .
  FILTER (?value1 > %x%)
}
ORDER BY ?label
LIMIT 10
)"},
    {2, R"(SELECT ?label ?comment ?producer ?productFeature ?propertyTextual1 ?propertyTextual2 ?propertyTextual3
  ?propertyNumeric1 ?propertyNumeric2 ?propertyTextual4 ?propertyTextual5 ?propertyNumeric4
WHERE {
  %product% rdfs:label ?label .
  %product% rdfs:comment ?comment .
  %product% bsbm:producer ?p .
  ?p rdfs:label ?producer .
  %product% dc:publisher ?p .
  %product% bsbm:productFeature ?f .
  ?f rdfs:label ?productFeature .
  %product% bsbm:productPropertyTextual1 ?propertyTextual1 .
  %product% bsbm:productPropertyTextual2 ?propertyTextual2 .
  %product% bsbm:productPropertyTextual3 ?propertyTextual3 .
  %product% bsbm:productPropertyNumeric1 ?propertyNumeric1 .
  %product% bsbm:productPropertyNumeric2 ?propertyNumeric2 .
  OPTIONAL { %product% bsbm:productPropertyTextual4 ?propertyTextual4 }
  OPTIONAL { %product% bsbm:productPropertyTextual5 ?propertyTextual5 }
  OPTIONAL { %product% bsbm:productPropertyNumeric4 ?propertyNumeric4 }
}
)"},
    {3, R"(SELECT ?product ?label
WHERE {
  ?product rdfs:label ?label .
  ?product a %type% .
  ?product bsbm:productFeature %feature1% .
  ?product bsbm:productPropertyNumeric1 ?p1 .
  FILTER (?p1 > %x%)
  ?product bsbm:productPropertyNumeric3 ?p3 .
  FILTER (?p3 < %y%)
  OPTIONAL {
    ?product bsbm:productFeature %feature2% .
    ?product rdfs:label ?testVar
  }
  FILTER (!bound(?testVar))
}
ORDER BY ?label
LIMIT 10
)"},
    {4, R"(SELECT DISTINCT ?product ?label ?propertyTextual
WHERE {
  {
    ?product rdfs:label ?label .
    ?product rdf:type %type% .
    ?product bsbm:productFeature %feature1% .
    ?product bsbm:productFeature %feature2% .
    ?product bsbm:productPropertyTextual1 ?propertyTextual .
    ?product bsbm:productPropertyNumeric1 ?p1 .
    FILTER (?p1 > %x%)
  } UNION {
    ?product rdfs:label ?label .
    ?product rdf:type %type% .
    ?product bsbm:productFeature %feature1% .
    ?product bsbm:productFeature %feature3% .
    ?product bsbm:productPropertyTextual1 ?propertyTextual .
    ?product bsbm:productPropertyNumeric2 ?p2 .
    FILTER (?p2 > %y%)
  }
}
ORDER BY ?label
OFFSET 5
LIMIT 10
)"},
    {5, R"(SELECT DISTINCT ?product ?productLabel
WHERE {
  ?product rdfs:label ?productLabel .
  FILTER (%product% != ?product)
  %product% bsbm:productFeature ?prodFeature .
  ?product bsbm:productFeature ?prodFeature .
  %product% bsbm:productPropertyNumeric1 ?origProperty1 .
  ?product bsbm:productPropertyNumeric1 ?simProperty1 .
  FILTER (?simProperty1 < (?origProperty1 + 120) && ?simProperty1 > (?origProperty1 - 120))
  %product% bsbm:productPropertyNumeric2 ?origProperty2 .
  ?product bsbm:productPropertyNumeric2 ?simProperty2 .
  FILTER (?simProperty2 < (?origProperty2 + 170) && ?simProperty2 > (?origProperty2 - 170))
}
ORDER BY ?productLabel
LIMIT 5
)"},
    {6, R"(SELECT ?product ?label
WHERE {
  ?product rdfs:label ?label .
  ?product rdf:type bsbm:Product .
  FILTER regex(?label, "%word%")
}
)"},
    {7,
     R"(SELECT ?productLabel ?offer ?price ?vendor ?vendorTitle ?review ?revTitle ?reviewer ?revName ?rating1 ?rating2
WHERE {
  %product% rdfs:label ?productLabel .
  OPTIONAL {
    ?offer bsbm:product %product% .
    ?offer bsbm:price ?price .
    ?offer bsbm:vendor ?vendor .
    ?vendor rdfs:label ?vendorTitle .
    ?vendor bsbm:country <http://downlode.org/rdf/iso-3166/countries#DE> .
    ?offer dc:publisher ?vendor .
    ?offer bsbm:validTo ?date .
    FILTER (?date > %now%)
  }
  OPTIONAL {
    ?review bsbm:reviewFor %product% .
    ?review rev:reviewer ?reviewer .
    ?reviewer foaf:name ?revName .
    ?review dc:title ?revTitle .
    OPTIONAL { ?review bsbm:rating1 ?rating1 . }
    OPTIONAL { ?review bsbm:rating2 ?rating2 . }
  }
}
)"},
    {8, R"(SELECT ?title ?text ?reviewDate ?reviewer ?reviewerName ?rating1 ?rating2 ?rating3 ?rating4
WHERE {
  ?review bsbm:reviewFor %product% .
  ?review dc:title ?title .
  ?review rev:text ?text .
  FILTER langMatches(lang(?text), "EN")
  ?review bsbm:reviewDate ?reviewDate .
  ?review rev:reviewer ?reviewer .
  ?reviewer foaf:name ?reviewerName .
  OPTIONAL { ?review bsbm:rating1 ?rating1 . }
  OPTIONAL { ?review bsbm:rating2 ?rating2 . }
  OPTIONAL { ?review bsbm:rating3 ?rating3 . }
  OPTIONAL { ?review bsbm:rating4 ?rating4 . }
}
ORDER BY DESC(?reviewDate)
LIMIT 20
)"},
    {9, R"(DESCRIBE ?x
WHERE { %review% rev:reviewer ?x }
)"},
    {10, R"(SELECT DISTINCT ?offer ?price
WHERE {
  ?offer bsbm:product %product% .
  ?offer bsbm:vendor ?vendor .
  ?offer dc:publisher ?vendor .
  ?vendor bsbm:country <http://downlode.org/rdf/iso-3166/countries#US> .
  ?offer bsbm:deliveryDays ?deliveryDays .
  FILTER (?deliveryDays <= 3)
  ?offer bsbm:price ?price .
  ?offer bsbm:validTo ?date .
  FILTER (?date > %now%)
}
ORDER BY xsd:double(str(?price))
LIMIT 10
)"},
    {11, R"(SELECT ?property ?hasValue ?isValueOf
WHERE {
  { %offer% ?property ?hasValue }
  UNION
  { ?isValueOf ?property %offer% }
}
)"},
    {12, R"(CONSTRUCT {
  %offer% bsbm-export:product ?productURI .
  %offer% bsbm-export:productlabel ?productlabel .
  %offer% bsbm-export:vendor ?vendorname .
  %offer% bsbm-export:vendorhomepage ?vendorhomepage .
  %offer% bsbm-export:offerURL ?offerURL .
  %offer% bsbm-export:price ?price .
  %offer% bsbm-export:deliveryDays ?deliveryDays .
  %offer% bsbm-export:validuntil ?validTo
}
WHERE {
  %offer% bsbm:product ?productURI .
  ?productURI rdfs:label ?productlabel .
  %offer% bsbm:vendor ?vendorURI .
  ?vendorURI rdfs:label ?vendorname .
  ?vendorURI foaf:homepage ?vendorhomepage .
  %offer% bsbm:offerWebpage ?offerURL .
  %offer% bsbm:price ?price .
  %offer% bsbm:deliveryDays ?deliveryDays .
  %offer% bsbm:validTo ?validTo
}
)"},
}};

}  // namespace

const UseCase kExplore{"explore", kTemplates, kMix};

}  // namespace quadrille::bsbm
