#pragma once

// One department of a university: its sizes, and everybody and everything in it as N-Triples.
//
// Source: the specification of UBA 1.7 (README.md), section 7; the comments in the source file name its parts. Draws
// happen exactly where written there, so the order of the calls matters as much as their results.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lubm/department_sizes.hpp"
#include "lubm/part.hpp"
#include "lubm/random.hpp"
#include "lubm/vocabulary.hpp"

namespace quadrille::lubm {

// The counters that grow while it is written.
struct DepartmentCounts {
  std::uint32_t courses = 0;
  std::uint32_t graduate_courses = 0;
  std::uint32_t publications = 0;
  std::uint32_t authors = 0;  // all authors of all publications

  bool operator==(const DepartmentCounts&) const = default;
};

class Department {
 public:
  // Draws the sizes. Keeps references to all arguments; lines are appended to `out`.
  Department(const Vocabulary& vocabulary, Random& random, std::string& out, std::uint32_t university,
             std::uint32_t index);

  // Writes all lines; to be called once. About 7000 lines, 1.2 MB.
  void write();

  const DepartmentSizes& sizes() const { return sizes_; }
  DepartmentCounts counts() const;

 private:
  struct Faculty;
  struct Publication {
    Part part;            // its IRI
    std::uint32_t index;  // among those of its faculty author
    std::vector<Part> authors;
  };

  void organization();
  void faculty(const Faculty& faculty);
  void faculty_member(const Faculty& faculty, std::uint32_t i);
  void courses_taught(const Part& teacher, Class kind, std::uint32_t& count);
  void degree(const Part& person, Property property);
  void undergraduate(std::uint32_t i);
  void graduate(std::uint32_t i);
  void contact(const Part& person, Class type, std::uint32_t i);
  void courses_taken(const Part& student, Class kind, std::uint32_t take, std::uint32_t offered);
  void advisor(const Part& student);
  void research_groups();
  void publications();
  void courses(Class kind, std::uint32_t count);
  void assistants();

  Part entity(Class type, std::uint32_t i) const;
  void statement(std::string_view subject, Property property, std::string_view object);
  void annotations(std::string_view subject, Property property, std::string_view object);
  void type(std::string_view subject, Class type);

  const Vocabulary& vocabulary_;
  Random& random_;
  std::string& out_;
  const std::uint32_t university_;
  const std::uint32_t index_;
  const Part university_part_;
  const Part department_part_;
  const Part iri_start_;  // "<http://www.Department0.University0.edu/"
  const Part mail_end_;   // "@Department0.University0.edu\" "
  const DepartmentSizes sizes_;
  std::uint32_t courses_ = 0;
  std::uint32_t graduate_courses_ = 0;
  std::uint32_t reifiers_ = 0;
  std::vector<Publication> publications_;
};

}  // namespace quadrille::lubm
