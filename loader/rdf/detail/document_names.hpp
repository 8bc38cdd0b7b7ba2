#pragma once

// DocumentNames resolves names in a document: it holds the base and the prefixes, which directives change.
//
// Faults are returned as sentences; empty if there is none.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace quadrille::detail {

class DocumentNames {
 public:
  // An empty base: relative IRIs are faults.
  explicit DocumentNames(std::string base, bool knows_relative_iris)
      : base_(std::move(base)), knows_relative_iris_(knows_relative_iris) {}

  // For callers that need only the ends of names, not their meaning: there is a base, and undeclared prefixes have some
  // meaning.
  static DocumentNames any() {
    DocumentNames names("any:", true);
    names.undeclared_ = "any:";
    return names;
  }

  // Appends the IRI that `written` (without <>, escapes replaced) means.
  std::string append_iri(std::string& out, std::string_view written) const;

  // The namespace of `prefix`; nullptr: it is not declared.
  const std::string* find_prefix(std::string_view prefix) const {
    const auto found = prefixes_.find(prefix);
    if (found != prefixes_.end()) return &found->second;
    return undeclared_ ? &*undeclared_ : nullptr;
  }

  // All declared prefixes, in no order.
  std::vector<std::string> prefixes() const;

  std::string set_base(std::string_view written);
  std::string set_prefix(std::string_view prefix, std::string_view written);

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  std::string base_;
  bool knows_relative_iris_;  // Turtle does, N-Triples does not
  std::optional<std::string> undeclared_;
  std::unordered_map<std::string, std::string, Hash, std::equal_to<>> prefixes_;
};

}  // namespace quadrille::detail
