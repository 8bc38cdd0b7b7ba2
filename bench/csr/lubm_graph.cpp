#include "bench/csr/lubm_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/error.hpp"

namespace quadrille::bench {

namespace {

constexpr std::size_t kCopiedBeyond = 64;  // a loop may copy a text by whole words, and read so far behind it

class Reader {
 public:
  Reader(const Generation& generation, const Dictionary& dictionary)
      : generation_(generation), dictionary_(dictionary) {}

  Node nodes() const {
    const std::uint64_t iris = dictionary_.vocabulary().count(HuriKind::iri);
    if (iris >= std::numeric_limits<Node>::max())
      fail(ErrorKind::user, "the database has {} IRIs, too many for these arrays", iris);
    return static_cast<Node>(iris);
  }

  Csr edges(std::string_view property) const {
    std::vector<Edge> found;
    for_each_row(Permutation::pso, {named(property)}, 1, 2, [&](Huri subject, Huri object) {
      if (subject.is_iri() && object.is_iri()) found.emplace_back(node(subject), node(object));
    });
    return Csr(nodes(), found);
  }

  NodeSet members(std::string_view name) const {
    std::vector<Node> found;
    const Huri type = dictionary_.find(TermView::iri(iri::kRdfType));
    for_each_row(Permutation::pos, {type, named(name)}, 2, 2, [&](Huri subject, Huri) {
      if (subject.is_iri()) found.push_back(node(subject));
    });
    std::sort(found.begin(), found.end());
    return NodeSet(nodes(), std::move(found));
  }

 private:
  static Node node(Huri huri) { return static_cast<Node>(huri.payload()); }

  Huri named(std::string_view name) const {
    const std::string iri = fmt::format("{}#{}", kOntology, name);
    const Huri huri = dictionary_.find(TermView::iri(iri));
    if (huri.is_unbound())
      fail(ErrorKind::user, "the database has no <{}>; give a database of LUBM with its inferences", iri);
    return huri;
  }

  template <class Take>
  void for_each_row(Permutation permutation, const QuadPrefix& prefix, int one, int other, Take&& take) const {
    std::vector<Huri> ones, others;
    for (std::uint32_t shard = 0; shard < generation_.shards(); ++shard) {
      const RunView& run = generation_.run(permutation, ShardId(shard));
      const RowRange rows = run.find(prefix);
      ones.resize(rows.size());
      others.resize(rows.size());
      run.read(ColumnIndex(one), rows, ones);
      run.read(ColumnIndex(other), rows, others);
      for (std::size_t row = 0; row < ones.size(); ++row) take(ones[row], others[row]);
    }
  }

  static constexpr std::string_view kOntology = "http://swat.cse.lehigh.edu/onto/univ-bench.owl";
  const Generation& generation_;
  const Dictionary& dictionary_;
};

}  // namespace

LubmGraph::LubmGraph(const Generation& generation, const Dictionary& dictionary) {
  const Reader reader(generation, dictionary);
  nodes = reader.nodes();
  graduate_students = reader.members("GraduateStudent");
  undergraduate_students = reader.members("UndergraduateStudent");
  students = reader.members("Student");
  faculty = reader.members("Faculty");
  courses = reader.members("Course");
  departments = reader.members("Department");
  universities = reader.members("University");
  member_of = reader.edges("memberOf");
  sub_organization_of = reader.edges("subOrganizationOf");
  undergraduate_degree_from = reader.edges("undergraduateDegreeFrom");
  advisor = reader.edges("advisor");
  teacher_of = reader.edges("teacherOf");
  takes_course = reader.edges("takesCourse");
  text_begin.reserve(std::size_t{nodes} + 1);
  KeyBuffer buffer;
  dictionary.vocabulary().for_each(HuriKind::iri, {0, nodes}, buffer, [&](std::uint64_t rank, std::string_view text) {
    text_begin.push_back(texts.size());
    const auto node = static_cast<Node>(rank);
    if (students.has(node) || undergraduate_students.has(node)) texts.append("<").append(text).append(">\n");
  });
  text_begin.push_back(texts.size());
  texts.append(kCopiedBeyond, '\0');
}

}  // namespace quadrille::bench
