#pragma once

// A TripleExpansion turns a request for the texts of stored triple terms into a request for those of their components,
// for a vocabulary that is spread over groups: every image can read the components, but not all their texts.
//
//   TripleExpansion expansion(dictionary.triples());
//   for (Huri huri : asked) expansion.add(huri, plain);      plain: terms to be fetched, also of components
//   ... fetch plain ...
//   expansion.compose(read, take);                           take(triple, its text), one within another one first
//
// Local.

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/triple_term.hpp"
#include "dictionary/triple_terms.hpp"

namespace quadrille {

class TripleExpansion {
 public:
  explicit TripleExpansion(const TripleTerms* triples) : triples_(triples) {}

  static bool is_stored_triple(Huri huri) { return huri.kind() == HuriKind::triple_term && !huri.is_volatile(); }

  // Appends the HURI to `plain`, or the components of a stored triple term, down to plain terms.
  void add(Huri huri, std::vector<Huri>& plain) {
    if (!is_stored_triple(huri) || triples_ == nullptr || !triples_->holds(huri)) {
      plain.push_back(huri);
    } else if (texts_.try_emplace(huri).second) {
      const TripleComponents components = triples_->components(huri);
      for (const Huri component : components) add(component, plain);
      order_.emplace_back(huri, components);
    }
  }

  // read(huri): the term of a plain HURI.
  template <class Read, class Take>
  void compose(const Read& read, const Take& take) {
    for (const auto& [triple, components] : order_) {
      TermView parts[3];
      for (std::size_t place = 0; place < components.size(); ++place) {
        const auto inner = texts_.find(components[place]);
        parts[place] = inner == texts_.end() ? read(components[place]) : TermView::triple(inner->second);
      }
      std::string& text = texts_.at(triple);
      append_triple_term(text, parts[0], parts[1], parts[2]);
      take(triple, text);
    }
  }

 private:
  const TripleTerms* triples_;
  std::unordered_map<Huri, std::string> texts_;
  std::vector<std::pair<Huri, TripleComponents>> order_;
};

}  // namespace quadrille
