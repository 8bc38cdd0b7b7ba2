#include "server/schema/rdf_description.hpp"

#include <fmt/format.h>

namespace quadrille::server {

TermView RdfDescription::iri(std::string_view name_space, std::string_view name) {
  return TermView::iri(keep(std::string(name_space).append(name)));
}

TermView RdfDescription::number(std::uint64_t number) {
  return TermView::literal(keep(std::to_string(number)), iri::kXsdInteger);
}

TermView RdfDescription::blank() {
  return TermView::blank(keep(fmt::format("part{}", blanks_++)));
}

void RdfDescription::add(TermView subject, TermView predicate, TermView object) {
  triples_.push_back({subject, predicate, object});
}

void RdfDescription::add_type(TermView subject, TermView type) {
  add(subject, TermView::iri(iri::kRdfType), type);
}

std::string RdfDescription::write(results::ResultFormat format, const std::vector<results::Prefix>& prefixes) const {
  auto all = results::usual_prefixes();
  all.insert(all.end(), prefixes.begin(), prefixes.end());
  const auto writer = results::make_graph_writer(format, std::move(all));
  std::string text;
  writer->begin(text);
  writer->triples(triples_, text);
  writer->end(text);
  return text;
}

}  // namespace quadrille::server
