#include "query/operators/fetch_terms.hpp"

namespace quadrille::query {

Schema FetchTerms::schema_of(const Schema& child, const std::vector<Column>& columns, Texts texts) {
  Schema schema = child;
  for (const auto& [variable, kinds] : columns) {
    if (!kAllKinds.without(kinds).empty()) continue;
    ColumnInfo& column = schema.columns[*schema.column_of(variable)];
    column.texts = std::max(column.texts, texts);
  }
  return schema;
}

FetchTerms::FetchTerms(OperatorPtr child, const std::vector<Column>& columns, Texts texts)
    : UnaryOperator(schema_of(child->schema(), columns, texts), true, std::move(child)), texts_(texts) {
  for (const auto& [variable, kinds] : columns) columns_.emplace_back(*schema_.column_of(variable), kinds);
}

FetchTerms::~FetchTerms() {
  if (terms_) dictionary_->forget(*terms_);
}

Details FetchTerms::details(const PlanWords& words) const {
  std::vector<VariableId> fetched;
  for (const auto& [column, kinds] : columns_) fetched.push_back(schema_.columns[column].variable);
  return {{"columns", words.variables(fetched)}, {"for", texts_ == Texts::for_good ? "the query" : "a chunk"}};
}

void FetchTerms::do_open(Context& context) {
  child_->open(context);
  dictionary_ = &context.dictionary;
  terms_ = std::make_unique<FetchedTerms>(context.arena);
  dictionary_->look_in(*terms_);
}

bool FetchTerms::do_next(Context& context, Table& out) {
  const bool more = child_->next(context, out);
  // A child that is not collective ends on each image by itself.
  if (!(child_->collective() ? more : context.team.any(more))) return false;
  if (texts_ == Texts::of_chunk) terms_->clear();
  wanted_.clear();
  for (const auto& [column, kinds] : columns_) {
    for (const Huri huri : std::as_const(out).column(column)) {
      const bool wanted = huri.is_volatile() || (is_interned(huri.kind()) && kinds.has(huri.kind()));
      if (wanted && (wanted_.empty() || wanted_.back() != huri)) wanted_.push_back(huri);
    }
  }
  dictionary_->fetch(wanted_, *terms_,
                     texts_ == Texts::of_chunk ? FetchedTerms::Lifetime::batch : FetchedTerms::Lifetime::good);
  return true;
}

}  // namespace quadrille::query
