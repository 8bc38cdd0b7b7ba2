#include "loader/rdf/rdfxml_reader.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "loader/rdf/content_guess.hpp"
#include "loader/rdf/detail/rdfxml_grammar.hpp"
#include "loader/rdf/detail/xml_events.hpp"
#include "loader/rdf/unfit_content.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kChunkBytes = std::size_t{64} << 10;

// Fills the chunk as far as the source can: libxml2 needs at least four bytes at the start to detect the encoding.
std::size_t fill(ByteSource& bytes, std::span<char> chunk) {
  std::size_t size = 0;
  while (size < chunk.size()) {
    const std::size_t got = bytes.read(chunk.subspan(size));
    if (got == 0) break;
    size += got;
  }
  return size;
}

class RdfXmlReader final : public QuadReader {
 public:
  RdfXmlReader(InputFile file, std::unique_ptr<ByteSource> bytes, ReadOptions options, ErrorPolicy& errors)
      : file_(std::move(file)), options_(std::move(options)), errors_(errors), bytes_(std::move(bytes)) {}

  bool read_piece(QuadSink& sink) override {
    if (ended_) return false;
    const std::size_t size = fill(*bytes_, chunk_);
    const std::string_view text(chunk_.data(), size);
    const bool is_last = size < chunk_.size();
    if (std::exchange(is_first_, false)) head_ = text.substr(0, kGuessBytes);
    const bool is_broken = !xml_.parse(text, is_last) || (!faults_.empty() && !grammar_.has_begun());
    ended_ = is_broken || is_last;
    grammar_.triples().give(options_.graph_of_triples(), sink);
    if (is_broken && !faults_.empty()) faults_.back().ends_file = true;
    for (const SyntaxErrorAt& warning : warnings_) errors_.warn(warning);
    warnings_.clear();
    for (const SyntaxErrorAt& fault : faults_) errors_.report(fault);
    if (is_broken && errors_.keeps_rest()) keep_rest(text);
    lines_before_ += static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
    faults_.clear();
    return true;
  }

 private:
  // Keeps the rest from the start of the last fault's line on; all of `text`, the last chunk, if that line begins
  // before it.
  void keep_rest(std::string_view text) {
    std::uint64_t line = lines_before_ + 1;
    const std::uint64_t broken_line = faults_.empty() ? line : faults_.back().line;
    for (; line < broken_line; ++line) text.remove_prefix(text.find('\n') + 1);
    errors_.keep_rest(text);
    while (const std::size_t size = fill(*bytes_, chunk_)) errors_.keep_rest({chunk_.data(), size});
    errors_.keep_rest("\n");
  }

  void note(std::string reason, detail::XmlPlace place) {
    if (auto unfit = unfit_content(std::exchange(head_, {}), Syntax::rdfxml)) reason = std::move(*unfit), place = {};
    faults_.push_back({file_.path, place.line, place.column, std::move(reason), {}});
  }

  const InputFile file_;
  const ReadOptions options_;
  ErrorPolicy& errors_;
  std::unique_ptr<ByteSource> bytes_;
  std::vector<SyntaxErrorAt> faults_, warnings_;  // collected, since exceptions must not pass through libxml2
  detail::RdfXmlGrammar grammar_{options_.base,
                                 [this](std::string reason, detail::XmlPlace place) { note(std::move(reason), place); },
                                 [this](std::string reason, detail::XmlPlace place) {
                                   warnings_.push_back({file_.path, place.line, place.column, std::move(reason), {}});
                                 }};
  detail::XmlEvents xml_{grammar_};
  std::uint64_t lines_before_ = 0;  // the chunk
  std::vector<char> chunk_ = std::vector<char>(kChunkBytes);
  std::string head_;  // the start of the document, until its first fault
  bool is_first_ = true;
  bool ended_ = false;
};

}  // namespace

std::optional<SyntaxErrorAt> refused_rdfxml(const InputFile& file, std::string_view head, const std::string& base) {
  std::optional<SyntaxErrorAt> first;
  detail::RdfXmlGrammar grammar(base.empty() ? file_iri(file) : base, [&](std::string reason, detail::XmlPlace place) {
    if (!first) first = SyntaxErrorAt{file.path, place.line, place.column, std::move(reason), {}, true};
  });
  detail::XmlEvents xml(grammar);
  xml.parse(head, false);
  return grammar.has_begun() ? std::nullopt : first;
}

std::unique_ptr<QuadReader> open_rdfxml(InputFile file, std::unique_ptr<ByteSource> bytes, ReadOptions options,
                                        ErrorPolicy& errors) {
  return std::make_unique<RdfXmlReader>(std::move(file), std::move(bytes), std::move(options), errors);
}

void read_rdfxml(const InputFile& file, std::unique_ptr<ByteSource> bytes, const ReadOptions& options,
                 ErrorPolicy& errors, QuadSink& sink) {
  ReadOptions with_base = options;
  if (with_base.base.empty()) with_base.base = file_iri(file);
  RdfXmlReader reader(file, std::move(bytes), std::move(with_base), errors);
  while (reader.read_piece(sink)) {
  }
}

}  // namespace quadrille
