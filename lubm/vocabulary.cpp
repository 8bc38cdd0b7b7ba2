#include "lubm/vocabulary.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace quadrille::lubm {

namespace {

constexpr std::array<std::string_view, kClasses> kClassNames = {
    "University", "Department",           "FullProfessor",   "AssociateProfessor", "AssistantProfessor",
    "Lecturer",   "UndergraduateStudent", "GraduateStudent", "TeachingAssistant",  "ResearchAssistant",
    "Course",     "GraduateCourse",       "Publication",     "ResearchGroup",
};

constexpr std::array<std::string_view, kProperties> kPropertyNames = {
    "name",
    "takesCourse",
    "teacherOf",
    "undergraduateDegreeFrom",
    "mastersDegreeFrom",
    "doctoralDegreeFrom",
    "advisor",
    "memberOf",
    "publicationAuthor",
    "headOf",
    "teachingAssistantOf",
    "researchInterest",
    "emailAddress",
    "telephone",
    "subOrganizationOf",
    "worksFor",
};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_scheme_character(char c) {
  return is_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
}
bool is_forbidden(char c) {
  return static_cast<unsigned char>(c) <= 0x20 || std::string_view("<>\"{}|^`\\").find(c) != std::string_view::npos;
}

bool is_absolute(std::string_view iri) {
  const std::size_t colon = iri.find(':');
  return colon != std::string_view::npos && colon > 0 && is_letter(iri[0]) &&
         std::all_of(iri.begin(), iri.begin() + static_cast<std::ptrdiff_t>(colon), is_scheme_character);
}

void check(std::string_view ontology) {
  if (!is_absolute(ontology)) {
    fail(ErrorKind::user, "the ontology must be an absolute IRI such as {}; found '{}'", kOntology, ontology);
  }
  const auto bad = std::find_if(ontology.begin(), ontology.end(), is_forbidden);
  if (bad != ontology.end()) {
    fail(ErrorKind::user, "the ontology IRI '{}' has a character at position {} that is not allowed in an IRI",
         ontology, bad - ontology.begin() + 1);
  }
}

}  // namespace

std::string_view local_name(Class type) {
  return kClassNames[static_cast<std::size_t>(type)];
}

Vocabulary::Vocabulary(std::string_view ontology, bool reified) : reified_(reified) {
  check(ontology);
  source_ = fmt::format("<{}#source> ", ontology);
  confidence_ = fmt::format("<{}#confidence> ", ontology);
  for (std::size_t i = 0; i < kClasses; ++i) classes_[i] = fmt::format("<{}#{}> ", ontology, kClassNames[i]);
  for (std::size_t i = 0; i < kProperties; ++i) properties_[i] = fmt::format("<{}#{}> ", ontology, kPropertyNames[i]);
}

}  // namespace quadrille::lubm
