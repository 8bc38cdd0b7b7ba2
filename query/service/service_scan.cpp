#include "query/service/service_scan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "query/service/service_text.hpp"

namespace quadrille::query {

namespace {

// Rows between two checks of the query's limits.
constexpr std::size_t kCheckRows = 1024;

// True for errors that SILENT ignores: not the query's own limits, and not internal errors.
bool is_of_service(const Error& error) {
  const ErrorKind kind = error.kind();
  return kind == ErrorKind::user || kind == ErrorKind::syntax || kind == ErrorKind::unsupported ||
         kind == ErrorKind::io;
}

}  // namespace

Schema ServiceScan::schema_of(const ServicePlan& plan) {
  Schema schema;
  schema.distribution = Distribution::first();
  if (plan.endpoint_variable) {
    ColumnInfo column;
    if (plan.bind_join_rows)
      column = plan.bind_join_rows->schema().columns[*plan.bind_join_rows->schema().column_of(*plan.endpoint_variable)];
    column.variable = *plan.endpoint_variable;
    column.maybe_unbound = plan.silent;
    column.texts = Texts::elsewhere;
    schema.columns.push_back(column);
    if (plan.endpoint_key) {
      column.variable = *plan.endpoint_key;
      column.maybe_unbound = false;
      schema.columns.push_back(column);
    }
  }
  for (const ServiceColumn& column : plan.columns) {
    if (column.variable == plan.endpoint_variable) continue;
    schema.columns.push_back({column.variable, plan.silent || !column.certain, true});
  }
  return schema;
}

ServiceScan::ServiceScan(ServicePlan plan, const ServiceClient* client, int team_size)
    : Operator(schema_of(plan), team_size > 1 && plan.bind_join_rows), plan_(std::move(plan)), client_(client) {
  for (const ServiceColumn& column : plan_.columns) {
    names_.push_back(column.name);
    places_.push_back(*schema_.column_of(column.variable));
  }
}

Details ServiceScan::details(const PlanWords& words) const {
  Details details{
      {"endpoint", plan_.endpoint_variable ? fmt::format("?{}", plan_.endpoint) : words.iri(plan_.endpoint)}};
  if (plan_.silent) details.emplace_back("on_failure", "silent");
  if (!schema_.columns.empty()) details.emplace_back("columns", words.columns(schema_));
  std::string keys;
  for (const ServiceColumn& key : plan_.keys) keys += fmt::format("{}?{}", keys.empty() ? "" : " ", key.name);
  if (!keys.empty()) details.emplace_back("by", keys);
  details.emplace_back("group", shortened(plan_.group, PlanWords::kLongest));
  return details;
}

void ServiceScan::do_open(Context& context) {
  rows_ = std::make_unique<Table>(context.arena, schema_.columns.size());
  next_row_ = 0;
  dictionary_ = &context.dictionary;
  const EvaluationContext names = context.dictionary.make_evaluation(context.arena);  // on all images, or none
  blank_prefix_ = names.blank_prefix;
  next_blank_ = names.next_blank;
  const bool is_variable = plan_.endpoint_variable.has_value();
  // Checked first: an endpoint that is not allowed is an error even if there is nothing to request.
  if (!is_variable && context.team.is_first()) unless_it_fails(kUnbound, [&] { require(plan_.endpoint); });
  const bool is_refused = !rows_->empty();
  ServiceKeys keys;
  if (plan_.bind_join_rows) keys = gather_keys(context);
  if (!context.team.is_first() || is_refused) return;
  if (!plan_.bind_join_rows || (keys.too_many && !is_variable)) return ask_endpoint(context, nullptr);
  for (const EndpointKeys& its : keys.endpoints) ask_endpoint(context, &its);
}

// Collective.
ServiceKeys ServiceScan::gather_keys(Context& context) const {
  plan_.bind_join_rows->fill(context);
  ServiceKeys keys = gather_service_keys(context, *plan_.bind_join_rows, plan_.endpoint_variable, plan_.keys);
  if (!keys.too_many || !plan_.endpoint_variable) return keys;
  keys = gather_service_keys(context, *plan_.bind_join_rows, plan_.endpoint_variable, {});
  if (keys.too_many) {
    fail(ErrorKind::user, "SERVICE ?{}: the variable has more than {} values, which is the limit", plan_.endpoint,
         kMostKeys);
  }
  return keys;
}

void ServiceScan::require(const std::string& endpoint) const {
  if (!client_) fail(ErrorKind::user, "SERVICE <{}> is not allowed here", endpoint);
  client_->require(endpoint);
}

// nullptr: requests all solutions of the endpoint.
void ServiceScan::ask_endpoint(Context& context, const EndpointKeys* keys) {
  const Huri term = keys ? keys->endpoint : kUnbound;
  unless_it_fails(term, [&] {
    std::string endpoint = plan_.endpoint;
    if (plan_.endpoint_variable) {
      if (term.is_unbound()) {
        fail(ErrorKind::user, "SERVICE ?{}: the variable is unbound here; bind it to the IRI of an endpoint",
             plan_.endpoint);
      }
      if (keys->iri.empty()) fail(ErrorKind::user, "SERVICE ?{}: {} is not an IRI", plan_.endpoint, keys->text);
      endpoint = keys->iri;
      require(endpoint);
    }
    ValuesBlock values;
    const BoundKeys bound = keys && keys->rows.size() <= kMostKeys ? bound_keys(*keys) : BoundKeys();
    if (bound.columns.empty()) return ask(context, endpoint, term, values);
    for (const std::size_t column : bound.columns) values.variables.push_back(plan_.keys[column].name);
    for (std::span rest(bound.rows); !rest.empty(); rest = rest.subspan(values.rows.size())) {
      values.rows = rest.first(batch_size(rest));
      ask(context, endpoint, term, values);
    }
  });
}

// If SILENT is given, replaces all rows of a failed `work` by one empty solution.
template <class Work>
void ServiceScan::unless_it_fails(Huri endpoint_term, Work&& work) {
  const std::size_t before = rows_->rows();
  try {
    work();
  } catch (const Error& error) {
    if (!plan_.silent || !is_of_service(error)) throw;
    rows_->resize(before + 1);
    for (std::size_t column = 0; column < schema_.columns.size(); ++column) rows_->column(column)[before] = kUnbound;
    set_endpoint(before, endpoint_term);
  }
}

void ServiceScan::set_endpoint(std::size_t row, Huri term) {
  if (!plan_.endpoint_variable) return;
  rows_->column(0)[row] = term;
  if (plan_.endpoint_key) rows_->column(1)[row] = term.is_unbound() ? BindJoinRows::no_endpoint() : term;
}

void ServiceScan::ask(Context& context, const std::string& endpoint, Huri endpoint_term, const ValuesBlock& values) {
  blanks_.clear();
  std::size_t taken = 0;
  const ServiceQuestion question{endpoint, service_query(plan_.group, names_, values), names_};
  client_->ask(
      question, [&] { context.check(); },
      [&](std::span<const results::Cell> cells) {
        if (++taken % kCheckRows == 0) context.check();
        add_row(cells, endpoint, endpoint_term);
      });
}

void ServiceScan::add_row(std::span<const results::Cell> cells, const std::string& endpoint, Huri endpoint_term) {
  const auto is_endpoint = [&](std::size_t column) {
    return plan_.columns[column].variable == plan_.endpoint_variable;
  };
  // ?s of SERVICE ?s { ... ?s ... } is the endpoint.
  for (std::size_t column = 0; column < cells.size(); ++column) {
    if (is_endpoint(column) && cells[column] && *cells[column] != TermView::iri(endpoint)) return;
  }
  const std::size_t row = rows_->rows();
  rows_->resize(row + 1);
  for (std::size_t column = 0; column < cells.size(); ++column) {
    if (is_endpoint(column)) continue;
    if (!cells[column] && plan_.columns[column].certain) {
      fail(ErrorKind::user, "an answer leaves ?{} unbound, but the pattern always binds it", names_[column]);
    }
    rows_->column(places_[column])[row] = cells[column] ? huri_of(*cells[column]) : kUnbound;
  }
  set_endpoint(row, endpoint_term);
}

Huri ServiceScan::huri_of(TermView term) {
  if (term.kind != TermKind::blank) return dictionary_->intern(term);
  const auto [place, is_new] = blanks_.emplace(term.text, kUnbound);
  if (is_new) place->second = dictionary_->intern(TermView::blank(fmt::format("{}n{}", blank_prefix_, next_blank_++)));
  return place->second;
}

bool ServiceScan::do_next(Context& context, Table& out) {
  const std::size_t rows = std::min(rows_->rows() - next_row_, context.chunk_rows);
  const bool more = collective() ? context.team.any(rows > 0) : rows > 0;
  if (!more) return false;
  out.append_slice(*rows_, next_row_, rows);
  next_row_ += rows;
  return true;
}

}  // namespace quadrille::query
