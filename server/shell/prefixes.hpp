#pragma once

// The prefixes of a session: its own, of the command \prefix; those of the files of the database; and the well-known
// ones. An earlier kind hides a prefix of the same name.

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace quadrille::server {

class SessionPrefixes {
 public:
  SessionPrefixes();

  // `prefix` without ":".
  void set(const std::string& prefix, const std::string& iri) { own_[prefix] = iri; }
  // Keeps the declarations of a text.
  void set_all(std::string_view text);
  void set_of_database(const std::map<std::string, std::string>& prefixes);

  // Of the session alone.
  const std::map<std::string, std::string>& own() const { return own_; }
  std::optional<std::string> find(const std::string& prefix) const;
  // All kinds, by name.
  std::map<std::string, std::string> all() const;

  // A line of PREFIX declarations that a query or update lacks: of the prefixes that it uses and does not declare.
  // Empty: none is missing, or unknown ones alone.
  std::string missing_from(std::string_view text) const;

  // "foaf:name" for an IRI; nullopt: no prefix fits.
  std::optional<std::string> shorten(std::string_view iri) const;

 private:
  std::map<std::string, std::string> own_, others_;
};

// PREFIX declarations in a text: name -> IRI.
std::map<std::string, std::string> declared_prefixes(std::string_view text);

// The prefix of "foaf:name"; the whole without a colon.
inline std::string_view prefix_of(std::string_view name) {
  return name.substr(0, name.find(':'));
}

}  // namespace quadrille::server
