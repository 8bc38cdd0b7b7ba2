#include "bench/bsbm/queries/draws.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

#include "bench/bsbm/data/days.hpp"
#include "bench/bsbm/data/vocabulary.hpp"

namespace quadrille::bsbm {

namespace {

using Parameter = std::pair<std::string_view, std::string>;  // name, value
using Parameters = std::vector<Parameter>;

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kPrefixes{{
    {"bsbm", "http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/vocabulary/"},
    {"bsbm-export", "http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/vocabulary/export/"},
    {"dc", "http://purl.org/dc/elements/1.1/"},
    {"foaf", "http://xmlns.com/foaf/0.1/"},
    {"rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"},
    {"rdfs", "http://www.w3.org/2000/01/rdf-schema#"},
    {"rev", "http://purl.org/stuff/rev#"},
    {"xsd", "http://www.w3.org/2001/XMLSchema#"},
}};

// An IRI without the blank that lines need.
std::string iri(std::string_view part) {
  return std::string(part.substr(0, part.size() - 1));
}

std::uint32_t random_in(Random& random, const Shares::Range& range) {
  return random.between(range.first, range.last);
}

std::uint32_t random_type(Random& random, const TypeTree& types, std::uint32_t first_level) {
  return random_in(random, types.level(random.between(first_level, types.depth())));
}

// Different features, in random order.
std::vector<std::uint32_t> random_features(Random& random, const TypeTree& types, std::uint32_t of, std::size_t count) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t type = of; type != 0; type = types.parent(type)) {
    const Shares::Range own = types.features_of(type);
    for (std::uint32_t feature = own.first; feature <= own.last; ++feature) all.push_back(feature);
  }
  for (std::size_t at = 0; at < count; ++at) {
    std::swap(all[at], all[at + random.below(static_cast<std::uint32_t>(all.size() - at))]);
  }
  all.resize(count);
  return all;
}

std::string random_word(Random& random, const std::string& label) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at <= label.size();) {
    const std::size_t end = std::min(label.find(' ', at), label.size());
    words.push_back(std::string_view(label).substr(at, end - at));
    at = end + 1;
  }
  return std::string(words[random.below(static_cast<std::uint32_t>(words.size()))]);
}

void add_types(Parameters& all, Random& random, const Catalog& catalog) {
  const TypeTree& types = catalog.types();
  const std::uint32_t leaf = random_in(random, types.leaves());
  const std::vector<std::uint32_t> features = random_features(random, types, leaf, 3);
  all.emplace_back("%type%", iri(catalog.type(leaf)));
  all.emplace_back("%feature1%", iri(catalog.feature(features[0])));
  all.emplace_back("%feature2%", iri(catalog.feature(features[1])));
  all.emplace_back("%feature3%", iri(catalog.feature(features[2])));
  all.emplace_back("%lower_type%", iri(catalog.type(random_type(random, types, 1))));
  all.emplace_back("%any_type%", iri(catalog.type(random_type(random, types, 0))));
}

void add_things(Parameters& all, Random& random, const Generator& generator) {
  const Catalog& catalog = generator.catalog();
  const std::uint32_t products = catalog.products().numbers();
  all.emplace_back("%product%", iri(catalog.product(random.between(1, products))));
  all.emplace_back("%offer%", iri(catalog.offer(random.between(1, catalog.offers().numbers()))));
  all.emplace_back("%review%", iri(catalog.review(random.between(1, catalog.reviews().numbers()))));
  all.emplace_back("%producer%", iri(catalog.producer(random.between(1, catalog.products().owners()))));
  all.emplace_back("%word%", random_word(random, generator.writer().product_label(random.between(1, products))));
}

void add_values(Parameters& all, Random& random) {
  all.emplace_back("%x%", std::to_string(random.between(1, 500)));
  all.emplace_back("%y%", std::to_string(random.between(1, 500)));
  all.emplace_back("%country1%", iri(random_country(random).iri));
  all.emplace_back("%country2%", iri(random_country(random).iri));
  all.emplace_back("%now%", fmt::format("\"{}T00:00:00\"^^<http://www.w3.org/2001/XMLSchema#dateTime>",
                                        std::string_view(DayText(kToday))));
  const Day first = day(2007, 6, 20) + Days(random.between(0, 309));
  all.emplace_back("%month0%", std::string_view(DayText(first)));
  all.emplace_back("%month1%", std::string_view(DayText(first + Days(28))));
  all.emplace_back("%month2%", std::string_view(DayText(first + Days(56))));
}

Parameters random_parameters(Random random, const Generator& generator) {
  Parameters all;
  add_types(all, random, generator.catalog());
  add_things(all, random, generator);
  add_values(all, random);
  return all;
}

std::string filled(std::string_view text, const Parameters& parameters) {
  std::string query;
  for (const auto& [prefix, space] : kPrefixes) {
    const bool used = text.find(fmt::format(" {}:", prefix)) != std::string_view::npos ||
                      text.find(fmt::format("({}:", prefix)) != std::string_view::npos;
    if (used) query += fmt::format("PREFIX {}: <{}>\n", prefix, space);
  }
  query += text;
  for (const auto& [name, value] : parameters) {
    for (std::size_t at = query.find(name); at != std::string::npos; at = query.find(name, at + value.size())) {
      query.replace(at, name.size(), value);
    }
  }
  return query;
}

}  // namespace

std::vector<bench::NamedQuery> drawn_queries(const UseCase& use_case, const Generator& generator, std::size_t draws,
                                             std::uint64_t seed) {
  constexpr std::uint64_t kDrawsOfQuery = 1'000'000;
  std::vector<bench::NamedQuery> queries;
  for (const auto& [number, text] : use_case.templates) {
    for (std::size_t draw = 1; draw <= draws; ++draw) {
      const Random random(seed, Stream::query, static_cast<std::uint64_t>(number) * kDrawsOfQuery + draw);
      queries.push_back({fmt::format("{}-q{:02}-{:03}", use_case.name, number, draw),
                         filled(text, random_parameters(random, generator))});
    }
  }
  return queries;
}

}  // namespace quadrille::bsbm
