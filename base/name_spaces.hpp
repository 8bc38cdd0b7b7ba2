#pragma once

// NameSpaces finds, for an IRI, the namespace prefix that shortens it, and the local name that is left.
//
//   NameSpaces names({{"ex", "http://ex.org/"}, {"p", "http://ex.org/people/"}});
//   names.shortened("http://ex.org/people/ann", is_local)       -> {p, "ann"}
//
// The namespaces are sorted, and each refers to the longest one that is a prefix of it: a lookup is one search and a
// few steps up, however many there are. Local.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quadrille {

// prefix label, without ':'; namespace IRI
using DeclaredPrefix = std::pair<std::string, std::string>;

// The prefixes that a Turtle document of the server declares at its head, in lines "@prefix ex: <http://ex.org/> .".
std::vector<DeclaredPrefix> prefixes_of_turtle(std::string_view document);

class NameSpaces {
 public:
  struct Name {
    std::string_view prefix, local;
    std::size_t number = 0;  // of the prefix in declared()
  };

  // `prefixes` in the order of their declaration.
  explicit NameSpaces(std::vector<DeclaredPrefix> prefixes);
  NameSpaces(const NameSpaces&) = delete;
  NameSpaces& operator=(const NameSpaces&) = delete;

  const std::vector<DeclaredPrefix>& declared() const { return prefixes_; }

  // Uses the longest namespace that leaves a local name for which `is_local` holds.
  template <class IsLocal>
  std::optional<Name> shortened(std::string_view iri, const IsLocal& is_local) const {
    for (std::size_t place = last_before(iri); place != kNone; place = sorted_[place].above) {
      const Entry& entry = sorted_[place];
      if (!iri.starts_with(entry.iri)) continue;
      const std::string_view local = iri.substr(entry.iri.size());
      if (is_local(local)) return Name{entry.prefix, local, entry.number};
    }
    return std::nullopt;
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  struct Entry {
    std::string_view iri, prefix;
    std::size_t number = 0;     // in prefixes_
    std::size_t above = kNone;  // the place of the longest other namespace that this one begins with
  };
  // The place of the last namespace that is not after `iri`.
  std::size_t last_before(std::string_view iri) const {
    const auto behind = std::upper_bound(sorted_.begin(), sorted_.end(), iri,
                                         [](std::string_view text, const Entry& entry) { return text < entry.iri; });
    return static_cast<std::size_t>(behind - sorted_.begin()) - 1;  // kNone, if there is none
  }

  std::vector<DeclaredPrefix> prefixes_;
  std::vector<Entry> sorted_;
};

}  // namespace quadrille
