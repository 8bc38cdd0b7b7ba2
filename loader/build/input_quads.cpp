#include "loader/build/input_quads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "base/error.hpp"
#include "base/triple_term.hpp"
#include "loader/build/file_graphs.hpp"
#include "loader/build/file_heads.hpp"
#include "loader/rdf/quoted_triple.hpp"

namespace quadrille {

namespace {

std::string base_of(const InputFile& file, const std::string& wanted) {
  return wanted.empty() && has_base(file.format.syntax) ? file_iri(file) : wanted;
}

}  // namespace

InputQuads::InputQuads(const InputOptions& options) : options_(options), errors_(policy()) {
  errors_.set_warnings([this](const SyntaxErrorAt& warning) { told_.warnings.push_back(to_string(warning)); });
  check_input_options(options_);
  std::vector<std::string> left_out;
  files_ = list_input_files(options_.inputs, options_.format, &left_out);
  left_out_ = describe_left_out(left_out);
  graphs_ = graphs_of_files(files_, options_);
  if (!options_.rejects.empty()) rejects_file_.emplace(options_.rejects);
  for (InputFile& file : files_) {
    const auto fault = check_head(file, options_.base);
    if (fault) errors_.report(*fault);
    file.is_unfit = fault.has_value();
    all_bytes_ += file.size_bytes;
  }
  if (std::any_of(files_.begin(), files_.end(), [](const InputFile& file) { return !file.regular; })) all_bytes_ = 0;
}

ErrorPolicy InputQuads::policy() {
  if (options_.on_error == OnError::stop) return ErrorPolicy::stop();
  const auto take = [this](const SyntaxErrorAt& error) {
    if (error.ends_file) told_.unread_files.push_back(unread_rest(error));
    std::string text;
    append_reject(text, error);
    keep(text);
  };
  if (options_.rejects.empty()) return ErrorPolicy::skip(take);
  return ErrorPolicy::skip(take, [this](std::string_view rest) { keep(rest); });
}

void InputQuads::keep(std::string_view text) {
  if (rejects_file_) rejects_file_->write(std::as_bytes(std::span(text)));
}

bool InputQuads::open_next() {
  while (next_file_ < files_.size() && files_[next_file_].is_unfit) ++next_file_;
  if (next_file_ == files_.size()) return false;
  const InputFile& file = files_[next_file_];
  const ReadOptions options{base_of(file, options_.base), graphs_[next_file_], options_.contexts.get(),
                            options_.rdf_star};
  ++next_file_;
  reader_ = open_quads(file, open_bytes(file, &bytes_), options, errors_);
  return true;
}

bool InputQuads::read_piece(QuadSink& sink) {
  if (!reader_ && !open_next()) return false;
  sink_ = &sink;
  if (!reader_->read_piece(*this)) reader_.reset();
  return true;
}

void InputQuads::quad(const QuadView& quad) {
  QuadView renamed_quad = quad;
  if (files_.size() > 1 || options_.rdf_star) {
    renamed_quad.subject = renamed(quad.subject, subject_label_);
    renamed_quad.object = renamed(quad.object, object_label_);
    if (quad.graph) renamed_quad.graph = renamed(*quad.graph, graph_label_);
  }
  ++quads_;
  sink_->quad(renamed_quad);
}

TermView InputQuads::renamed(const TermView& term, std::string& label) const {
  const auto rename = [this](std::string_view its) {
    if (is_shared_label(its)) return "s" + std::string(its.substr(1));
    return "d" + std::to_string(next_file_ - 1) + "x" + std::string(its);
  };
  if (term.kind == TermKind::triple) return TermView::triple(label = with_blank_labels(term.text, rename));
  if (term.kind != TermKind::blank) return term;
  return TermView::blank(label = rename(term.text));
}

void InputQuads::finish() {
  if (rejects_file_) rejects_file_->finish();
}

}  // namespace quadrille
