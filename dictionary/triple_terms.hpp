#pragma once

// TripleTerms is the table of the stored triple terms, as the dictionary sees it: quadstore/ has the table, and the
// dictionary needs only these functions of it.

#include <array>

#include "dictionary/huri.hpp"

namespace quadrille {

using TripleComponents = std::array<Huri, 3>;  // subject, predicate, object

class TripleTerms {
 public:
  virtual ~TripleTerms() = default;

  // Local. True for the HURI of a stored triple term.
  virtual bool holds(Huri triple) const = 0;
  // Local. The components of a triple term for which holds() is true. One read in a block, some 100 ns.
  virtual TripleComponents components(Huri triple) const = 0;
  // Local. The triple term of these components; kUnbound if it is not in the table.
  virtual Huri find(const TripleComponents& components) const = 0;
};

}  // namespace quadrille
