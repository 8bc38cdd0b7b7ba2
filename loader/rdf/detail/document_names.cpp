#include "loader/rdf/detail/document_names.hpp"

#include <fmt/format.h>

#include "base/iri_reference.hpp"
#include "loader/rdf/term_faults.hpp"

namespace quadrille::detail {

std::string DocumentNames::append_iri(std::string& out, std::string_view written) const {
  if (const char* fault = iri_fault(written)) return fault;
  if (has_scheme(written)) {
    out += written;
    return {};
  }
  if (base_.empty()) {
    return fmt::format("the IRI <{}> is relative{}; give a base with --base IRI", written,
                       knows_relative_iris_ ? ", and the document has no base" : ", which this syntax does not allow");
  }
  out += resolve_iri(base_, written);
  return {};
}

std::string DocumentNames::set_base(std::string_view written) {
  std::string base;
  std::string fault = append_iri(base, written);
  if (fault.empty()) base_ = std::move(base);
  return fault;
}

std::string DocumentNames::set_prefix(std::string_view prefix, std::string_view written) {
  std::string iri;
  std::string fault = append_iri(iri, written);
  if (fault.empty()) prefixes_.insert_or_assign(std::string(prefix), std::move(iri));
  return fault;
}

std::vector<std::string> DocumentNames::prefixes() const {
  std::vector<std::string> all;
  for (const auto& [prefix, iri] : prefixes_) all.push_back(prefix);
  return all;
}

}  // namespace quadrille::detail
