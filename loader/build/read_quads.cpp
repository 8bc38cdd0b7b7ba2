#include "loader/build/read_quads.hpp"

#include "dictionary/term_key.hpp"
#include "loader/build/update_huris.hpp"

namespace quadrille {

ReadQuads::ReadQuads(pgas::Job& job, const BuildOptions& options) : context_(job, options) {}

void ReadQuads::read() {
  check_input_options(context_.options());
  inputs_.list();
  inputs_.spool_rejects(context_.options().rejects);
  terms_.emplace(*term_arena_);
  inputs_.read(*terms_, log_, [] { return false; });
  terms_->close();
  inputs_.report(log_.size());
  inputs_.end_steps();
  inputs_.write_rejects();
}

void ReadQuads::for_each_term(const std::function<void(const TermView&)>& take) {
  terms_->for_each([&](const TermRecord& record) {
    if (record.kind() == HuriKind::blank) {
      take(TermView::blank(labels_.emplace_back(read_label(record.key()))));
    } else if (record.kind() == HuriKind::triple_term) {
      take(TermView::triple(record.key()));
    } else {
      take(from_key(record.kind(), record.key()));
    }
  });
}

void ReadQuads::take_quads(std::span<const Huri> huris, std::vector<Quad>& out) {
  terms_.reset();
  labels_.clear();
  term_arena_.reset();
  out.reserve(out.size() + log_.size());
  log_.triples.for_each_chunk([&](std::span<TripleRow> rows) {
    update_rows(rows, huris);
    for (const TripleRow& row : rows) out.push_back({row[0], row[1], row[2], kDefaultGraph});
  });
  log_.triples.clear();
  log_.quads.for_each_chunk([&](std::span<QuadRow> rows) {
    update_rows(rows, huris);
    for (const QuadRow& row : rows) out.push_back({row[0], row[1], row[2], row[3]});
  });
  log_.quads.clear();
}

}  // namespace quadrille
