#include "lubm/university.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace quadrille::lubm {

using testing::ElementsAre;

namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::string replace_all(std::string_view text, std::string_view from, std::string_view to) {
  std::string replaced;
  for (std::size_t at; (at = text.find(from)) != std::string_view::npos; text.remove_prefix(at + from.size())) {
    replaced.append(text.substr(0, at)).append(to);
  }
  return replaced.append(text);
}

// The short form of the specification's examples: rdf: and ub: for the vocabularies, D0: for things of department 0.
std::string shortened(std::string_view line) {
  static const std::vector<std::pair<std::string, std::string>> prefixes = {
      {"<http://www.w3.org/1999/02/22-rdf-syntax-ns#", "rdf:"},
      {"<http://swat.cse.lehigh.edu/onto/univ-bench.owl#", "ub:"},
      {"<http://www.Department0.University0.edu/", "D0:"},
  };
  std::string text(line);
  for (const auto& [from, to] : prefixes) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos;) {
      text.erase(text.find('>', at), 1);
      text.replace(at, from.size(), to);
    }
  }
  return text;
}

std::string university_zero() {
  std::string text;
  append_university(text, Vocabulary(), 0, 0);
  return text;
}

// In short form.
std::vector<std::string> first_department() {
  const Vocabulary vocabulary;
  University university(vocabulary, 0, 0);
  std::string text;
  university.append_department(text);
  std::vector<std::string> lines;
  for (const std::string_view line : lines_of(text)) lines.push_back(shortened(line));
  return lines;
}

std::vector<std::string> objects(const std::vector<std::string>& lines, const std::string& start) {
  std::vector<std::string> found;
  for (const std::string& line : lines) {
    if (line.starts_with(start)) found.push_back(line.substr(start.size(), line.size() - start.size() - 2));
  }
  return found;
}

// The key under which a line is counted: its class if it states a type, otherwise its property.
std::string counted_as(const std::string& line) {
  const std::size_t property = line.find(' ') + 1;
  const std::size_t object = line.find(' ', property) + 1;
  const std::string name = line.substr(property, object - property - 1);
  return name == "rdf:type" ? line.substr(object, line.size() - object - 2) : name;
}

}  // namespace

// Section 13, the table of checkpoints.
TEST(University, ZeroHasTheDepartmentsOfTheSpecification) {
  struct Checkpoint {
    DepartmentSizes sizes;
    DepartmentCounts counts;
    std::size_t lines;
    std::uint64_t steps;
    std::uint64_t state;
  };
  const std::vector<Checkpoint> checkpoints = {
      {{10, 14, 10, 7, 532, 146, 29, 39, 10, 7}, {61, 67, 460, 825}, 8553, 4917, 175539309999208},
      {{10, 10, 8, 6, 411, 110, 27, 35, 19, 4}, {48, 46, 383, 648}, 6691, 8707, 12159398591054},
      {{7, 12, 8, 7, 376, 107, 23, 34, 13, 4}, {49, 47, 381, 651}, 6360, 12278, 146684313982995},
      {{9, 12, 10, 6, 340, 120, 25, 37, 18, 4}, {55, 58, 430, 742}, 6505, 15867, 278037385743686},
      {{7, 10, 10, 7, 408, 136, 29, 44, 20, 3}, {51, 51, 348, 667}, 6903, 19892, 206727455469617},
      {{10, 11, 8, 6, 444, 110, 26, 31, 14, 4}, {57, 50, 410, 694}, 7111, 23894, 156700913956595},
      {{10, 10, 8, 6, 299, 106, 26, 26, 16, 1}, {56, 48, 381, 657}, 5795, 27087, 254879977195642},
      {{7, 14, 10, 6, 454, 127, 25, 32, 20, 1}, {63, 58, 417, 738}, 7483, 31344, 203442084892701},
      {{9, 11, 11, 6, 436, 143, 34, 47, 18, 3}, {62, 51, 422, 787}, 7544, 35677, 246942424428240},
      {{7, 10, 11, 7, 322, 112, 24, 32, 12, 0}, {48, 58, 355, 611}, 5960, 39058, 170272192771391},
      {{7, 11, 11, 7, 411, 138, 31, 46, 15, 5}, {57, 48, 400, 736}, 7149, 43170, 276504894972047},
      {{8, 14, 11, 6, 382, 148, 29, 45, 13, 1}, {59, 60, 443, 773}, 7233, 47259, 41485631777254},
      {{9, 11, 11, 5, 359, 117, 27, 34, 11, 2}, {56, 53, 397, 664}, 6455, 50864, 164922334961501},
      {{8, 14, 11, 5, 477, 143, 30, 35, 13, 7}, {55, 58, 407, 775}, 7864, 55448, 166058010265765},
      {{7, 12, 8, 6, 265, 111, 22, 30, 12, 6}, {51, 46, 365, 666}, 5468, 58480, 53760859025949},
  };
  const Vocabulary vocabulary;
  University university(vocabulary, 0, 0);
  ASSERT_EQ(university.departments(), checkpoints.size());
  for (const Checkpoint& expected : checkpoints) {
    std::string text;
    const auto [sizes, counts] = university.append_department(text);
    EXPECT_EQ(sizes, expected.sizes);
    EXPECT_EQ(counts, expected.counts);
    EXPECT_EQ(lines_of(text).size(), expected.lines);
    EXPECT_EQ(university.random().steps(), expected.steps);
    EXPECT_EQ(university.random().state(), expected.state);
  }
  EXPECT_TRUE(university.finished());
}

TEST(University, OpensWithTheLinesOfTheWorkedExample) {
  const std::vector<std::string> expected = {
      "<http://www.University0.edu> rdf:type ub:University .",
      R"(<http://www.University0.edu> ub:name "University0" .)",
      "<http://www.Department0.University0.edu> rdf:type ub:Department .",
      R"(<http://www.Department0.University0.edu> ub:name "Department0" .)",
      "<http://www.Department0.University0.edu> ub:subOrganizationOf <http://www.University0.edu> .",
      "<http://www.University0.edu> rdf:type ub:University .",
      "D0:FullProfessor0 rdf:type ub:FullProfessor .",
      R"(D0:FullProfessor0 ub:name "FullProfessor0" .)",
      "D0:FullProfessor0 ub:teacherOf D0:Course0 .",
      "D0:FullProfessor0 ub:teacherOf D0:GraduateCourse0 .",
      "D0:FullProfessor0 ub:teacherOf D0:GraduateCourse1 .",
      "D0:FullProfessor0 ub:undergraduateDegreeFrom <http://www.University84.edu> .",
      "<http://www.University84.edu> rdf:type ub:University .",
      "D0:FullProfessor0 ub:mastersDegreeFrom <http://www.University875.edu> .",
      "<http://www.University875.edu> rdf:type ub:University .",
      "D0:FullProfessor0 ub:doctoralDegreeFrom <http://www.University241.edu> .",
      "<http://www.University241.edu> rdf:type ub:University .",
      "D0:FullProfessor0 ub:worksFor <http://www.Department0.University0.edu> .",
      R"(D0:FullProfessor0 ub:emailAddress "FullProfessor0@Department0.University0.edu" .)",
      R"(D0:FullProfessor0 ub:telephone "xxx-xxx-xxxx" .)",
      R"(D0:FullProfessor0 ub:researchInterest "Research20" .)",
      "D0:FullProfessor1 rdf:type ub:FullProfessor .",
      R"(D0:FullProfessor1 ub:name "FullProfessor1" .)",
      "D0:FullProfessor1 ub:teacherOf D0:Course1 .",
      "D0:FullProfessor1 ub:teacherOf D0:GraduateCourse2 .",
      "D0:FullProfessor1 ub:undergraduateDegreeFrom <http://www.University260.edu> .",
      "<http://www.University260.edu> rdf:type ub:University .",
      "D0:FullProfessor1 ub:mastersDegreeFrom <http://www.University503.edu> .",
      "<http://www.University503.edu> rdf:type ub:University .",
      "D0:FullProfessor1 ub:doctoralDegreeFrom <http://www.University882.edu> .",
      "<http://www.University882.edu> rdf:type ub:University .",
      "D0:FullProfessor1 ub:worksFor <http://www.Department0.University0.edu> .",
      R"(D0:FullProfessor1 ub:emailAddress "FullProfessor1@Department0.University0.edu" .)",
      R"(D0:FullProfessor1 ub:telephone "xxx-xxx-xxxx" .)",
      R"(D0:FullProfessor1 ub:researchInterest "Research12" .)",
      "D0:FullProfessor2 rdf:type ub:FullProfessor .",
  };
  std::vector<std::string> lines = first_department();
  lines.resize(expected.size());
  EXPECT_EQ(lines, expected);
}

TEST(University, StudentsAreThoseOfTheWorkedExample) {
  const std::vector<std::string> lines = first_department();
  EXPECT_THAT(objects(lines, "D0:UndergraduateStudent0 ub:takesCourse "),
              ElementsAre("D0:Course49", "D0:Course3", "D0:Course42", "D0:Course4"));
  EXPECT_THAT(objects(lines, "D0:UndergraduateStudent0 ub:advisor "), ElementsAre());
  EXPECT_THAT(objects(lines, "D0:UndergraduateStudent4 ub:takesCourse "),
              ElementsAre("D0:Course17", "D0:Course47", "D0:Course41"));
  EXPECT_THAT(objects(lines, "D0:UndergraduateStudent4 ub:advisor "), ElementsAre("D0:AssistantProfessor4"));
  EXPECT_THAT(objects(lines, "D0:GraduateStudent0 ub:takesCourse "),
              ElementsAre("D0:GraduateCourse16", "D0:GraduateCourse64", "D0:GraduateCourse50"));
  EXPECT_THAT(objects(lines, "D0:GraduateStudent0 ub:undergraduateDegreeFrom "),
              ElementsAre("<http://www.University358.edu>"));
  EXPECT_THAT(objects(lines, "D0:GraduateStudent0 ub:advisor "), ElementsAre("D0:AssistantProfessor3"));
}

TEST(University, PublicationsHaveTheAuthorsOfTheWorkedExample) {
  std::vector<std::string> written;
  for (const std::string& line : first_department()) {
    const std::size_t middle = line.find(" ub:publicationAuthor D0:GraduateStudent0 ");
    if (middle != std::string::npos) written.push_back(line.substr(0, middle));
  }
  EXPECT_THAT(written, ElementsAre("D0:FullProfessor0/Publication14", "D0:FullProfessor2/Publication13",
                                   "D0:AssociateProfessor1/Publication8", "D0:AssociateProfessor5/Publication7",
                                   "D0:AssistantProfessor0/Publication4"));
}

TEST(University, AssistantsAreThoseOfTheWorkedExample) {
  std::vector<std::string> assistants;
  for (const std::string& line : first_department()) {
    if (line.find(" ub:teachingAssistantOf ") != std::string::npos) assistants.push_back(line);
  }
  assistants.resize(3);
  EXPECT_THAT(assistants, ElementsAre("D0:GraduateStudent114 ub:teachingAssistantOf D0:Course47 .",
                                      "D0:GraduateStudent96 ub:teachingAssistantOf D0:Course9 .",
                                      "D0:GraduateStudent5 ub:teachingAssistantOf D0:Course42 ."));
}

// Section 14, types and properties of LUBM(1, 0).
TEST(University, ZeroHasTheTypesAndPropertiesOfTheSpecification) {
  const std::map<std::string, std::size_t> expected_lines = {
      {"ub:AssistantProfessor", 146},
      {"ub:AssociateProfessor", 176},
      {"ub:Course", 828},
      {"ub:Department", 15},
      {"ub:FullProfessor", 125},
      {"ub:GraduateCourse", 799},
      {"ub:GraduateStudent", 1874},
      {"ub:Lecturer", 93},
      {"ub:Publication", 5999},
      {"ub:ResearchAssistant", 547},
      {"ub:ResearchGroup", 224},
      {"ub:TeachingAssistant", 407},
      {"ub:UndergraduateStudent", 5916},
      {"ub:University", 3510},
      {"ub:advisor", 3101},
      {"ub:doctoralDegreeFrom", 540},
      {"ub:emailAddress", 8330},
      {"ub:headOf", 15},
      {"ub:mastersDegreeFrom", 540},
      {"ub:memberOf", 7790},
      {"ub:name", 15972},
      {"ub:publicationAuthor", 10634},
      {"ub:researchInterest", 447},
      {"ub:subOrganizationOf", 239},
      {"ub:takesCourse", 21489},
      {"ub:teacherOf", 1627},
      {"ub:teachingAssistantOf", 407},
      {"ub:telephone", 8330},
      {"ub:undergraduateDegreeFrom", 2414},
      {"ub:worksFor", 540},
  };
  std::map<std::string, std::size_t> counted;
  std::set<std::string_view> universities, distinct;
  const std::string text = university_zero();
  for (const std::string_view line : lines_of(text)) {
    const std::string kind = counted_as(shortened(line));
    ++counted[kind];
    distinct.insert(line);
    if (kind == "ub:University") universities.insert(line);
  }
  EXPECT_EQ(counted, expected_lines);
  EXPECT_EQ(universities.size(), 979u);
  EXPECT_EQ(distinct.size(), 100543u);
}

TEST(University, TakesTheVocabularyItIsGiven) {
  constexpr std::string_view kOther = "http://www.lehigh.edu/~zhp2/2004/0401/univ-bench.owl";
  std::string text;
  append_university(text, Vocabulary(kOther), 0, 0);
  EXPECT_TRUE(replace_all(text, kOther, kOntology) == university_zero());
}

}  // namespace quadrille::lubm
