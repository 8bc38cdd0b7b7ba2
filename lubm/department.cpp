#include "lubm/department.hpp"

#include "base/term.hpp"
#include "lubm/pick.hpp"

namespace quadrille::lubm {

namespace {

// Section 6.
constexpr std::uint32_t kCoursePool = 100;
constexpr std::uint32_t kUniversityPool = 1000;
constexpr std::uint32_t kResearchAreas = 30;
constexpr std::uint32_t kUndergraduatesPerAdvised = 5;
constexpr std::uint32_t kGraduatesPerAdvised = 1;

Part university_part(std::uint32_t k) {
  return Part("<http://www.University", k, ".edu> ");
}

}  // namespace

struct Department::Faculty {
  Class type;
  std::uint32_t members;
  std::uint32_t fewest_publications;
  std::uint32_t most_publications;
};

Department::Department(const Vocabulary& vocabulary, Random& random, std::string& out, std::uint32_t university,
                       std::uint32_t index)
    : vocabulary_(vocabulary),
      random_(random),
      out_(out),
      university_(university),
      index_(index),
      university_part_(university_part(university)),
      department_part_("<http://www.Department", index, ".University", university, ".edu> "),
      iri_start_("<http://www.Department", index, ".University", university, ".edu/"),
      mail_end_("@Department", index, ".University", university, ".edu\" "),
      sizes_(DepartmentSizes::draw(random)) {}

void Department::write() {
  organization();
  faculty({Class::full_professor, sizes_.full_professors, 15, 20});
  faculty({Class::associate_professor, sizes_.associate_professors, 10, 18});
  faculty({Class::assistant_professor, sizes_.assistant_professors, 5, 10});
  faculty({Class::lecturer, sizes_.lecturers, 0, 5});
  for (std::uint32_t i = 0; i < sizes_.undergraduates; ++i) undergraduate(i);
  for (std::uint32_t i = 0; i < sizes_.graduates; ++i) graduate(i);
  research_groups();
  publications();
  courses(Class::course, courses_);
  courses(Class::graduate_course, graduate_courses_);
  assistants();
}

DepartmentCounts Department::counts() const {
  DepartmentCounts counts{courses_, graduate_courses_, static_cast<std::uint32_t>(publications_.size()), 0};
  for (const Publication& publication : publications_) {
    counts.authors += static_cast<std::uint32_t>(publication.authors.size());
  }
  return counts;
}

// 7.3
void Department::organization() {
  if (index_ == 0) {
    type(university_part_, Class::university);
    statement(university_part_, Property::name, Part("\"University", university_, "\" "));
  }
  type(department_part_, Class::department);
  statement(department_part_, Property::name, Part("\"Department", index_, "\" "));
  statement(department_part_, Property::sub_organization_of, university_part_);
  type(university_part_, Class::university);
}

// 7.4
void Department::faculty(const Faculty& faculty) {
  for (std::uint32_t i = 0; i < faculty.members; ++i) faculty_member(faculty, i);
}

void Department::faculty_member(const Faculty& faculty, std::uint32_t i) {
  const Part person = entity(faculty.type, i);
  type(person, faculty.type);
  statement(person, Property::name, Part("\"", local_name(faculty.type), i, "\" "));
  courses_taught(person, Class::course, courses_);
  courses_taught(person, Class::graduate_course, graduate_courses_);
  degree(person, Property::undergraduate_degree_from);
  degree(person, Property::masters_degree_from);
  degree(person, Property::doctoral_degree_from);
  statement(person, Property::works_for, department_part_);
  contact(person, faculty.type, i);
  if (faculty.type != Class::lecturer) {
    statement(person, Property::research_interest, Part("\"Research", random_.below(kResearchAreas), "\" "));
  }
  if (faculty.type == Class::full_professor && i == sizes_.head) {
    statement(person, Property::head_of, department_part_);
  }
  const std::uint32_t written = random_.between(faculty.fewest_publications, faculty.most_publications);
  for (std::uint32_t j = 0; j < written; ++j) {
    const Part part(std::string_view(iri_start_), local_name(faculty.type), i, "/Publication", j, "> ");
    publications_.push_back({part, j, {person}});
  }
}

// One or two new courses. Each costs a draw without use, with the bound of a pool that shrinks.
void Department::courses_taught(const Part& teacher, Class kind, std::uint32_t& count) {
  const std::uint32_t taught = random_.between(1, 2);
  for (std::uint32_t i = 0; i < taught; ++i) {
    random_.below(kCoursePool - count);
    statement(teacher, Property::teacher_of, entity(kind, count++));
  }
}

void Department::degree(const Part& person, Property property) {
  const Part university = university_part(random_.below(kUniversityPool));
  statement(person, property, university);
  type(university, Class::university);
}

void Department::contact(const Part& person, Class type, std::uint32_t i) {
  statement(person, Property::email_address, Part("\"", local_name(type), i, std::string_view(mail_end_)));
  statement(person, Property::telephone, "\"xxx-xxx-xxxx\" ");
}

// 7.5
void Department::undergraduate(std::uint32_t i) {
  const Part person = entity(Class::undergraduate_student, i);
  type(person, Class::undergraduate_student);
  statement(person, Property::name, Part("\"UndergraduateStudent", i, "\" "));
  statement(person, Property::member_of, department_part_);
  contact(person, Class::undergraduate_student, i);
  courses_taken(person, Class::course, random_.between(2, 4), courses_);
  if (random_.below(kUndergraduatesPerAdvised) == 0) advisor(person);
}

void Department::courses_taken(const Part& student, Class kind, std::uint32_t take, std::uint32_t offered) {
  for (const std::uint32_t k : pick(random_, take, offered)) {
    statement(student, Property::takes_course, entity(kind, k));
  }
}

void Department::advisor(const Part& student) {
  const std::array<std::pair<Class, std::uint32_t>, 3> professors = {{
      {Class::full_professor, sizes_.full_professors},
      {Class::associate_professor, sizes_.associate_professors},
      {Class::assistant_professor, sizes_.assistant_professors},
  }};
  const auto [rank, members] = professors[random_.below(3)];
  statement(student, Property::advisor, entity(rank, random_.below(members)));
}

// 7.6
void Department::graduate(std::uint32_t i) {
  const Part person = entity(Class::graduate_student, i);
  type(person, Class::graduate_student);
  statement(person, Property::name, Part("\"GraduateStudent", i, "\" "));
  statement(person, Property::member_of, department_part_);
  contact(person, Class::graduate_student, i);
  courses_taken(person, Class::graduate_course, random_.between(1, 3), graduate_courses_);
  degree(person, Property::undergraduate_degree_from);
  if (random_.below(kGraduatesPerAdvised) == 0) advisor(person);  // always, and the draw still takes its step
  const std::uint32_t written = random_.between(0, 5);
  for (const std::uint32_t k : pick(random_, written, static_cast<std::uint32_t>(publications_.size()))) {
    publications_[k].authors.push_back(person);
  }
}

// 7.7
void Department::research_groups() {
  for (std::uint32_t i = 0; i < sizes_.research_groups; ++i) {
    const Part group = entity(Class::research_group, i);
    type(group, Class::research_group);
    statement(group, Property::sub_organization_of, department_part_);
  }
}

// 7.8
void Department::publications() {
  for (const Publication& publication : publications_) {
    type(publication.part, Class::publication);
    statement(publication.part, Property::name, Part("\"Publication", publication.index, "\" "));
    for (const Part& author : publication.authors) statement(publication.part, Property::publication_author, author);
  }
}

void Department::courses(Class kind, std::uint32_t count) {
  for (std::uint32_t k = 0; k < count; ++k) {
    const Part course = entity(kind, k);
    type(course, kind);
    statement(course, Property::name, Part("\"", local_name(kind), k, "\" "));
  }
}

// 7.9
void Department::assistants() {
  const std::uint32_t teaching = sizes_.teaching_assistants;
  const auto students = pick(random_, teaching + sizes_.research_assistants, sizes_.graduates);
  const auto assisted = pick(random_, teaching, courses_);
  for (std::uint32_t j = 0; j < teaching; ++j) {
    const Part person = entity(Class::graduate_student, students[j]);
    type(person, Class::teaching_assistant);
    statement(person, Property::teaching_assistant_of, entity(Class::course, assisted[j]));
  }
  for (std::size_t j = teaching; j < students.size(); ++j) {
    type(entity(Class::graduate_student, students[j]), Class::research_assistant);
  }
}

Part Department::entity(Class type, std::uint32_t i) const {
  return Part(std::string_view(iri_start_), local_name(type), i, "> ");
}

void Department::statement(std::string_view subject, Property property, std::string_view object) {
  out_.append(subject).append(vocabulary_.property_part(property)).append(object).append(".\n");
  if (vocabulary_.reifies(property)) annotations(subject, property, object);
}

// Not of UBA: a reifier of the statement, with one of 20 sources and a confidence from 0.00 to 0.99. They depend on its
// number alone, so the draws of everything else stay as they are.
void Department::annotations(std::string_view subject, Property property, std::string_view object) {
  constexpr std::uint32_t kSources = 20;
  constexpr std::string_view kReifies = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies> ";
  const std::uint64_t number = (std::uint64_t{university_} << 32) + (std::uint64_t{index_} << 16) + reifiers_++;
  const std::uint64_t bits = number * 0x9e3779b97f4a7c15;  // spreads the numbers over the high bits
  const Part reifier("_:University", university_, "Department", index_, "Statement", reifiers_ - 1, " ");
  const auto source = static_cast<std::uint32_t>((bits >> 32) % kSources);
  const auto hundredths = static_cast<std::uint32_t>((bits >> 48) % 100);
  out_.append(reifier).append(kReifies).append("<<( ").append(subject).append(vocabulary_.property_part(property));
  out_.append(object).append(")>> .\n");
  out_.append(reifier).append(vocabulary_.source_part());
  out_.append(Part("<http://www.Source", source, ".edu> ")).append(".\n");
  out_.append(reifier).append(vocabulary_.confidence_part());
  out_.append(Part("\"0.", hundredths / 10, hundredths % 10, "\"^^<http://www.w3.org/2001/XMLSchema#decimal> "));
  out_.append(".\n");
}

void Department::type(std::string_view subject, Class type) {
  constexpr std::string_view kTypePart = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type> ";
  out_.append(subject).append(kTypePart).append(vocabulary_.type_part(type)).append(".\n");
}

}  // namespace quadrille::lubm
