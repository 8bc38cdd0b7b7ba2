#include "bench/csr/lubm_loops.hpp"

#include <cstring>

namespace quadrille::bench {

namespace {

constexpr std::string_view kHead = "?X\n";
constexpr std::size_t kBlockBytes = 64 << 10;
constexpr std::size_t kWord = 32;  // copied at once; LubmGraph keeps room behind the last text

// Texts are short, so whole words are copied, the last one beyond the end.
char* append(char* out, std::string_view text) {
  for (std::size_t at = 0; at < text.size(); at += kWord) std::memcpy(out + at, text.data() + at, kWord);
  return out + text.size();
}

std::uint64_t write_members(const LubmGraph& graph, std::span<const Node> members, const ByteSink& sink) {
  std::vector<char> block(kBlockBytes);
  char* const full = block.data() + block.size() - kWord;
  std::memcpy(block.data(), kHead.data(), kHead.size());
  char* out = block.data() + kHead.size();
  const auto hand_on = [&] {
    sink({block.data(), static_cast<std::size_t>(out - block.data())});
    out = block.data();
  };
  for (const Node member : members) {
    const std::string_view text = graph.row_text(member);
    if (text.size() > static_cast<std::size_t>(full - out)) hand_on();
    if (text.size() > kBlockBytes - kWord) {
      sink(text);
      continue;
    }
    out = append(out, text);
  }
  hand_on();
  return members.size();
}

}  // namespace

std::uint64_t count_q2(const LubmGraph& graph) {
  std::uint64_t rows = 0;
  for (const Node student : graph.graduate_students.members()) {
    const auto degrees_from = graph.undergraduate_degree_from.targets(student);
    if (degrees_from.empty()) continue;
    for (const Node department : graph.member_of.targets(student)) {
      if (!graph.departments.has(department)) continue;
      for (const Node university : graph.sub_organization_of.targets(department)) {
        for (const Node from : degrees_from) rows += from == university && graph.universities.has(university);
      }
    }
  }
  return rows;
}

std::uint64_t count_q9(const LubmGraph& graph) {
  std::uint64_t rows = 0;
  for (const Node student : graph.students.members()) {
    for (const Node advisor : graph.advisor.targets(student)) {
      if (!graph.faculty.has(advisor)) continue;
      for (const Node course : graph.teacher_of.targets(advisor)) {
        rows += graph.takes_course.has(student, course) && graph.courses.has(course);
      }
    }
  }
  return rows;
}

std::uint64_t write_q6(const LubmGraph& graph, const ByteSink& sink) {
  return write_members(graph, graph.students.members(), sink);
}

std::uint64_t write_q14(const LubmGraph& graph, const ByteSink& sink) {
  return write_members(graph, graph.undergraduate_students.members(), sink);
}

}  // namespace quadrille::bench
