#pragma once

// An RdfDescription is a small RDF document that the server writes about itself or about its data.

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "query/results/result_format.hpp"
#include "query/results/result_writer.hpp"

namespace quadrille::server {

class RdfDescription {
 public:
  RdfDescription() = default;
  RdfDescription(const RdfDescription&) = delete;
  RdfDescription& operator=(const RdfDescription&) = delete;

  // Terms, whose texts the description keeps.
  TermView iri(std::string_view name_space, std::string_view name);
  TermView number(std::uint64_t number);
  // A new one.
  TermView blank();

  // Texts of the terms must live as long as the description.
  void add(TermView subject, TermView predicate, TermView object);
  void add_type(TermView subject, TermView type);

  // A whole document in `format`, which is one for graphs. `prefixes`: more than the usual ones.
  std::string write(results::ResultFormat format, const std::vector<results::Prefix>& prefixes) const;

 private:
  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }

  std::deque<std::string> texts_;
  std::size_t blanks_ = 0;
  std::vector<results::TripleView> triples_;
};

}  // namespace quadrille::server
