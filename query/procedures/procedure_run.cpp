#include "query/procedures/procedure_run.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <memory_resource>

#include "base/assert.hpp"
#include "dictionary/inline_term.hpp"

namespace quadrille::query {

ProcedureRun::ProcedureRun(Context& its_context, const ProcedureCall& its_call, EdgeSource edges, Kept kept,
                           CallInputs inputs, Table& rows)
    : context_(its_context),
      call_(its_call),
      source_(std::move(edges)),
      kept_(std::move(kept)),
      inputs_(std::move(inputs)),
      rows_(rows) {}

std::size_t ProcedureRun::place_of(std::string_view parameter) const {
  const auto& parameters = call_.procedure().parameters;
  const auto found =
      std::find_if(parameters.begin(), parameters.end(), [&](const Parameter& one) { return one.name == parameter; });
  QUADRILLE_ASSERT(found != parameters.end(), "procedures read their own parameters");
  return static_cast<std::size_t>(found - parameters.begin());
}

std::span<const Huri> ProcedureRun::vertices(const ProcedureInputs& inputs, std::string_view parameter) const {
  return inputs_.vertices(inputs, place_of(parameter));
}

std::span<const Huri> ProcedureRun::terms(std::string_view parameter) const {
  return inputs_.terms(place_of(parameter));
}

bool ProcedureRun::wants(std::string_view result) const {
  const auto& results = call_.procedure().results;
  return std::any_of(call_.outputs().begin(), call_.outputs().end(),
                     [&](const ProcedureCall::Output& output) { return results[output.result].name == result; });
}

void ProcedureRun::add_rows(const ProcedureInputs& inputs, std::size_t count) {
  const std::size_t before = rows_.rows();
  rows_.reserve(before + count, [this] { context_.check(); });
  rows_.resize(before + count);
  const std::size_t outputs = call_.outputs().size();
  for (std::size_t place = 0; place < inputs.key.size(); ++place) {
    std::fill_n(rows_.column(outputs + place).begin() + static_cast<std::ptrdiff_t>(before), count, inputs.key[place]);
  }
  last_rows_ = count;
}

std::span<Huri> ProcedureRun::column(std::string_view result, std::size_t occurrence) {
  const auto& outputs = call_.outputs();
  for (std::size_t place = 0; place < outputs.size(); ++place) {
    if (call_.procedure().results[outputs[place].result].name != result || occurrence-- > 0) continue;
    return rows_.column(place).last(last_rows_);
  }
  return {};
}

Huri ProcedureRun::exact_number(double value) const {
  if (const auto huri = inline_double(value)) return *huri;
  return context_.dictionary.intern(TermView::literal(double_lexical(value), iri::kXsdDouble));
}

std::vector<std::string> texts_of(Context& context, std::span<const Huri> terms) {
  std::vector<Huri> bound;
  std::copy_if(terms.begin(), terms.end(), std::back_inserter(bound), [](Huri term) { return !term.is_unbound(); });
  FetchedTerms fetched(context.arena);
  if (!context.dictionary.is_all_here()) {
    context.dictionary.fetch(bound, fetched, FetchedTerms::Lifetime::batch);
    context.dictionary.look_in(fetched);
  }
  std::pmr::monotonic_buffer_resource arena;
  std::vector<TermView> views(bound.size());
  context.dictionary.read(bound, views, arena);
  std::vector<std::string> texts;
  auto view = views.begin();
  for (const Huri term : terms) texts.push_back(term.is_unbound() ? "unbound" : to_ntriples(*view++));
  context.dictionary.forget(fetched);
  return texts;
}

double with_13_digits(double value) {
  if (value == 0 || !std::isfinite(value)) return value;
  const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value))));
  const int shift = 12 - exponent;
  if (shift >= 0 && shift <= 22) {
    static constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                         1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const double digits = std::nearbyint(value * kPowers[shift]);
    // Both are exact, so the quotient is the double nearest to a decimal of 13 digits.
    if (std::abs(digits) < 1e13) return digits / kPowers[shift];
  }
  char text[40];
  std::snprintf(text, sizeof text, "%.12e", value);
  return std::strtod(text, nullptr);
}

Huri integer_result(std::int64_t value) {
  const auto huri = inline_integer(value);
  QUADRILLE_ASSERT(huri, "counts fit into 52 bits");
  return *huri;
}

Huri number_result(double value) {
  const auto huri = inline_double(with_13_digits(value));
  QUADRILLE_ASSERT(huri, "doubles of 13 digits are inline");
  return *huri;
}

Huri boolean_result(bool value) {
  return inline_boolean(value);
}

}  // namespace quadrille::query
