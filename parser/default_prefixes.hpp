#pragma once

// DefaultPrefixes are prefixes that need no declaration in a text, unless it declares them with another meaning.
// (SPARQL requires a declaration for every prefix.)
//
//   none         every prefix must be declared
//   well_known   those of well_known_prefixes.hpp that are marked as default
//   with(own)    these and the user's own ones; the user's win over others of the same name
//
// A value; copies share the list.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::parser {

// PREFIX prefix: <iri>.
struct Prefix {
  std::string prefix;  // without ":"
  std::string iri;
  bool operator==(const Prefix&) const = default;
};

class DefaultPrefixes {
 public:
  static const DefaultPrefixes none, well_known;
  static DefaultPrefixes with(std::vector<Prefix> own);

  DefaultPrefixes() = default;  // none

  // The IRI of a prefix; nullopt: it is unknown.
  std::optional<std::string_view> find(std::string_view prefix) const;

  // The prefixes passed to with().
  const std::vector<Prefix>& own() const;
  // PREFIX lines of the own ones, for another server: "PREFIX ex: <http://ex.org/> ".
  std::string declarations() const;

  bool operator==(const DefaultPrefixes& other) const = default;  // the same list

 private:
  struct List;
  explicit DefaultPrefixes(std::shared_ptr<const List> list) : list_(std::move(list)) {}

  std::shared_ptr<const List> list_;
};

// Reads a user's own prefixes, one a line; a # begins a comment:
//
//   PREFIX ex: <http://example.org/>      as in SPARQL and Turtle, in any case of letters
//   @prefix ex: <http://example.org/> .
//   ex: http://example.org/               or a name and an IRI, with or without <>, with or without the colon
//
// Throws Error(user), which names `name` and the line: for a malformed line, an IRI that is not absolute, a prefix with
// two IRIs, and a text without prefixes.
std::vector<Prefix> read_prefix_lines(std::string_view text, std::string_view name);

}  // namespace quadrille::parser
