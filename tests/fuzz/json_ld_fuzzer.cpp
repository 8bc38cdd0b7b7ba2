// JSON-LD for the reader. For any text:
//
//   J1  The direct path has the quads and the errors of the literal algorithms of the specification; quads are compared
//       without the labels of blank nodes.
//   J2  The terms that a quad claims to share with the previous one are equal.
//   J3  The size of reads makes no difference.
//   J4  It ends soon, leaks no memory and reads no invalid memory (libFuzzer and the sanitizers check this).
//
// The first byte selects the size of reads, and whether documents are cut into pieces.

#include <cstdint>
#include <set>

#include "loader/jsonld/testing/read_json_ld.hpp"
#include "tests/fuzz/give_up.hpp"

namespace {

using namespace quadrille;

// The quads of a piece, or its error.
using Readings = std::vector<std::set<std::string>>;

std::string without_label(TermView term) {
  return term.kind == TermKind::blank ? std::string("_:") : to_ntriples(term);
}

class PieceSink : public QuadSink {
 public:
  void quad(const QuadView& quad) override {
    const Term subject(quad.subject), predicate(quad.predicate);
    if ((quad.same_subject && subject != subject_) || (quad.same_predicate && predicate != predicate_)) {
      fuzz::give_up("J2", to_ntriples(quad.subject));
    }
    subject_ = subject;
    predicate_ = predicate;
    std::string text = without_label(quad.subject) + " " + to_ntriples(quad.predicate) + " ";
    text += without_label(quad.object);
    if (quad.graph) text += " " + without_label(*quad.graph);
    quads.insert(text);
  }
  std::set<std::string> quads;

 private:
  Term subject_, predicate_;
};

Readings read_pieces(std::string_view text, bool use_direct, std::size_t step, bool cuts) {
  jsonld::RemoteContexts remote(nullptr);
  jsonld::ReaderOptions options;
  options.jsonld.base = "http://b/d";
  options.use_direct = use_direct;
  if (cuts) options.limits.whole_bytes = 0;
  jsonld::JsonLdReader reader(jsonld::testing::bytes_of(text, step), remote, options);
  Readings readings;
  while (true) {
    PieceSink sink;
    try {
      if (!reader.read_piece(sink)) return readings;
      readings.push_back(sink.quads);
    } catch (const jsonld::JsonLdReadError& error) {
      readings.push_back({error.what()});
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const bool cuts = data[0] % 2 == 1;
  const std::size_t step = 1 + data[0] / 2;
  const Readings literal = read_pieces(text, false, 1 << 20, cuts);
  if (read_pieces(text, true, 1 << 20, cuts) != literal) quadrille::fuzz::give_up("J1", text);
  if (read_pieces(text, false, step, cuts) != literal) quadrille::fuzz::give_up("J3", text);
  return 0;
}
