#include "query/operators/represent.hpp"

#include "quadstore/meant_terms.hpp"

namespace quadrille::query {

Schema Represent::schema_of(const Schema& child) {
  Schema schema = child;
  if (schema.distribution.kind == Distribution::Kind::by) schema.distribution = Distribution::anyhow();
  schema.sorted_by.clear();
  schema.leave_texts();
  return schema;
}

Represent::Represent(OperatorPtr child) : Pipe(schema_of(child->schema()), std::move(child)) {}

bool Represent::emit(Context& context, Table& out) {
  const EqualTerms& equal = *context.data.classes();
  out.swap(*input_);
  for (std::size_t column = 0; column < out.width(); ++column) {
    for (Huri& value : out.column(column)) value = equal.representative(value);
  }
  return false;
}

}  // namespace quadrille::query
