#pragma once

// The words of the benchmark's data (specification, section 5), ready to be copied into lines.
//
// A line is three parts and an end. Every part has the blank behind it, so that a part is the same in every place, and
// a line is made by copying alone:
//
//   |<http://www.University0.edu> |<http://.../univ-bench.owl#name> |"University0" |.\n|

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace quadrille::lubm {

inline constexpr std::string_view kOntology = "http://swat.cse.lehigh.edu/onto/univ-bench.owl";

// The classes that occur as types.
enum class Class : std::uint8_t {
  university,
  department,
  full_professor,
  associate_professor,
  assistant_professor,
  lecturer,
  undergraduate_student,
  graduate_student,
  teaching_assistant,
  research_assistant,
  course,
  graduate_course,
  publication,
  research_group,
};
inline constexpr std::size_t kClasses = 14;

enum class Property : std::uint8_t {
  name,
  takes_course,
  teacher_of,
  undergraduate_degree_from,
  masters_degree_from,
  doctoral_degree_from,
  advisor,
  member_of,
  publication_author,
  head_of,
  teaching_assistant_of,
  research_interest,
  email_address,
  telephone,
  sub_organization_of,
  works_for,
};
inline constexpr std::size_t kProperties = 16;

// The local name, as in IRIs: "FullProfessor".
std::string_view local_name(Class type);

class Vocabulary {
 public:
  // `ontology` is the IRI in front of every local name; "#" is put between. Error (user) where it is not an absolute
  // IRI that N-Triples can contain unchanged. `reified`: statements of the three properties below are annotated.
  explicit Vocabulary(std::string_view ontology = kOntology, bool reified = false);

  std::string_view type_part(Class type) const { return classes_[static_cast<std::size_t>(type)]; }
  std::string_view property_part(Property property) const { return properties_[static_cast<std::size_t>(property)]; }

  bool reifies(Property property) const {
    return reified_ &&
           (property == Property::takes_course || property == Property::advisor || property == Property::works_for);
  }
  std::string_view source_part() const { return source_; }
  std::string_view confidence_part() const { return confidence_; }

 private:
  const bool reified_;
  std::string source_;
  std::string confidence_;
  std::array<std::string, kClasses> classes_;
  std::array<std::string, kProperties> properties_;
};

}  // namespace quadrille::lubm
