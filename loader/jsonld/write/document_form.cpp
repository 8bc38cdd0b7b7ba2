#include "loader/jsonld/write/document_form.hpp"

#include <algorithm>

#include "loader/jsonld/context/header_parameters.hpp"

namespace quadrille::jsonld {

namespace {

constexpr std::string_view kProfiles = "http://www.w3.org/ns/json-ld#";

std::optional<DocumentForm> form_named(std::string_view name) {
  if (name.starts_with(kProfiles)) name.remove_prefix(kProfiles.size());
  if (name == "compacted") return DocumentForm::compacted;
  if (name == "expanded") return DocumentForm::expanded;
  if (name == "flattened") return DocumentForm::flattened;
  return std::nullopt;
}

}  // namespace

std::optional<DocumentForm> form_of_profile(std::string_view profile) {
  std::optional<DocumentForm> result;
  while (!profile.empty()) {
    const auto end = std::min(profile.find(' '), profile.size());
    const auto form = form_named(profile.substr(0, end));
    if (form == DocumentForm::flattened || !result) result = form;
    profile.remove_prefix(std::min(end + 1, profile.size()));
  }
  return result;
}

std::optional<DocumentForm> form_of_media_type(std::string_view media_type) {
  media_type.remove_prefix(std::min(media_type.find(';'), media_type.size()));
  for (const HeaderParameter& parameter : take_header_parameters(media_type)) {
    if (parameter.name == "profile") return form_of_profile(parameter.value);
  }
  return std::nullopt;
}

}  // namespace quadrille::jsonld
