#include "loader/canonical/canonicalizer.hpp"

#include "base/error.hpp"
#include "loader/canonical/issue_labels.hpp"

namespace quadrille::canonical {

namespace {

[[noreturn]] void refuse_triple_term(const QuadView& quad) {
  std::string text;
  for (const TermView& term : {quad.subject, quad.predicate, quad.object}) (append_ntriples(text, term), text += ' ');
  if (quad.graph) (append_ntriples(text, *quad.graph), text += ' ');
  fail(ErrorKind::user,
       "RDFC-1.0 defines no canonical form of triple terms, as in\n  {}.\nWrite these data in another form, or without "
       "such quads",
       text);
}

}  // namespace

Canonicalizer::Canonicalizer(CanonicalOptions options) : options_(std::move(options)) {}

void Canonicalizer::quad(const QuadView& quad) {
  if (quad.object.kind == TermKind::triple) refuse_triple_term(quad);
  if (quads_.size() >= most_quads) {
    fail(ErrorKind::memory, "more than {} quads, which is the limit for one dataset in canonical form",
         std::uint64_t{most_quads});
  }
  const RankedQuad* const last = quads_.empty() ? nullptr : &quads_.back();
  const std::uint32_t subject = last && quad.same_subject ? last->subject : terms_->number_of(quad.subject);
  const std::uint32_t predicate = last && quad.same_predicate ? last->predicate : terms_->number_of(quad.predicate);
  const std::uint32_t object = terms_->number_of(quad.object);
  quads_.push_back({subject, predicate, object, quad.graph ? terms_->number_of(*quad.graph) : 0});
}

CanonicalDocument Canonicalizer::finish() {
  check_cancelled(options_);
  Dataset dataset(std::move(terms_), std::move(quads_));
  check_cancelled(options_);
  const IdentifierIssuer canonical = issue_labels(dataset, options_);
  return {std::move(dataset), canonical};
}

}  // namespace quadrille::canonical
