#include "query/service/service_keys.hpp"

#include <algorithm>
#include <memory_resource>
#include <unordered_map>
#include <unordered_set>

#include "base/bytes.hpp"
#include "base/sort_different.hpp"
#include "query/operators/to_first.hpp"

namespace quadrille::query {

namespace {

// True if a term may be written in a query: IRIs made by BIND may have any characters.
bool can_be_sent(TermView term) {
  const auto is_iri = [](std::string_view iri) {
    return std::none_of(iri.begin(), iri.end(), [](char c) {
      return static_cast<unsigned char>(c) <= 0x20 || std::string_view("<>\"{}|^`\\").find(c) != std::string_view::npos;
    });
  };
  if (term.kind == TermKind::blank) return false;
  if (term.kind == TermKind::iri) return is_iri(term.text);
  return is_iri(term.datatype) && term.text.find('\0') == std::string_view::npos;
}

// The different rows of some columns of this member, row-major.
struct LocalKeys {
  std::vector<Huri> cells;
  std::size_t rows = 0;
  bool too_many = false;
};

LocalKeys local_keys(const Table& rows, const std::vector<std::size_t>& places, const std::vector<bool>& drop_blank) {
  LocalKeys keys;
  std::unordered_set<std::string> seen;
  std::vector<Huri> key(places.size());
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    bool has_partner = true;
    for (std::size_t cell = 0; cell < places.size(); ++cell) {
      key[cell] = rows.column(places[cell])[row];
      has_partner = has_partner && !(drop_blank[cell] && key[cell].is_blank());
    }
    if (!has_partner) continue;
    if (!seen.emplace(reinterpret_cast<const char*>(key.data()), key.size() * sizeof(Huri)).second) continue;
    if (keys.rows == kMostKeys) return {{}, 0, true};
    keys.cells.insert(keys.cells.end(), key.begin(), key.end());
    ++keys.rows;
  }
  return keys;
}

// Appends bytes that the first member can read: numbers as they are, texts with their lengths.
void append_text(std::string& out, std::string_view text) {
  append_word(out, text.size());
  out += text;
}
std::string_view take_text(std::string_view& from) {
  const auto size = take_word<std::size_t>(from);
  const std::string_view text = from.substr(0, size);
  from.remove_prefix(size);
  return text;
}

// Collective where terms have to be fetched. The keys of this member as bytes: for each the endpoint, then the
// columns.
std::string keys_as_text(Context& context, const LocalKeys& keys, std::size_t columns, bool with_endpoint) {
  std::vector<Huri> bound;
  for (const Huri huri : keys.cells) {
    if (!huri.is_unbound()) bound.push_back(huri);
  }
  sort_different(bound);
  FetchedTerms fetched(context.arena);
  if (!context.dictionary.is_all_here()) {
    context.dictionary.fetch(bound, fetched, FetchedTerms::Lifetime::batch);
    context.dictionary.look_in(fetched);
  }
  std::pmr::monotonic_buffer_resource texts;
  std::vector<TermView> terms(bound.size());
  context.dictionary.read(bound, terms, texts);
  std::unordered_map<Huri, TermView> term_of;
  for (std::size_t place = 0; place < bound.size(); ++place) term_of.emplace(bound[place], terms[place]);

  std::string out;
  const std::size_t width = columns + (with_endpoint ? 1 : 0);
  for (std::size_t row = 0; row < keys.rows; ++row) {
    const Huri* cell = &keys.cells[row * width];
    if (with_endpoint) {
      append_word(out, *cell);
      const TermView term = cell->is_unbound() ? TermView::string("") : term_of.at(*cell);
      append_text(out, term.kind == TermKind::iri ? term.text : std::string_view());
      append_text(out, to_ntriples(term));
      ++cell;
    }
    for (std::size_t column = 0; column < columns; ++column, ++cell) {
      const bool sent = !cell->is_unbound() && can_be_sent(term_of.at(*cell));
      append_text(out, sent ? to_ntriples(term_of.at(*cell)) : std::string());
    }
  }
  context.dictionary.forget(fetched);
  return out;
}

// On the first member: the keys of all members.
class Collected {
 public:
  Collected(ServiceKeys& keys, std::size_t columns, bool with_endpoint)
      : keys_(keys), columns_(columns), with_endpoint_(with_endpoint) {}

  void add(std::string_view bytes) {
    while (!bytes.empty()) {
      EndpointKeys& its = endpoint(bytes);
      std::vector<std::string> row;
      std::string whole;
      append_word(whole, its.endpoint);
      for (std::size_t column = 0; column < columns_; ++column) {
        row.emplace_back(take_text(bytes));
        append_text(whole, row.back());
      }
      if (seen_.insert(std::move(whole)).second) its.rows.push_back(std::move(row));
    }
  }

 private:
  EndpointKeys& endpoint(std::string_view& bytes) {
    Huri huri = kUnbound;
    std::string_view iri, text;
    if (with_endpoint_) {
      huri = take_word<Huri>(bytes);
      iri = take_text(bytes);
      text = take_text(bytes);
    }
    const auto [place, is_new] = places_.emplace(huri, keys_.endpoints.size());
    if (is_new) keys_.endpoints.push_back({huri, std::string(iri), std::string(text), {}});
    return keys_.endpoints[place->second];
  }

  ServiceKeys& keys_;
  const std::size_t columns_;
  const bool with_endpoint_;
  std::unordered_map<Huri, std::size_t> places_;
  std::unordered_set<std::string> seen_;
};

}  // namespace

ServiceKeys gather_service_keys(Context& context, const BindJoinRows& bind_join_rows,
                                std::optional<VariableId> endpoint, const std::vector<ServiceColumn>& columns) {
  std::vector<std::size_t> places;
  std::vector<bool> drop_blank;
  if (endpoint) {
    places.push_back(*bind_join_rows.schema().column_of(*endpoint));
    drop_blank.push_back(false);
  }
  for (const ServiceColumn& column : columns) {
    places.push_back(*bind_join_rows.schema().column_of(column.variable));
    drop_blank.push_back(column.certain);
  }
  const LocalKeys mine = local_keys(bind_join_rows.rows(), places, drop_blank);
  ServiceKeys keys;
  keys.too_many = context.team.any(mine.too_many);
  if (keys.too_many) return keys;
  const std::string text = keys_as_text(context, mine, columns.size(), endpoint.has_value());
  Collected collected(keys, columns.size(), endpoint.has_value());
  ToFirst(context.team, context.arena).gather(text, [&](std::string_view theirs) { collected.add(theirs); });
  return keys;
}

BoundKeys bound_keys(const EndpointKeys& keys) {
  BoundKeys bound;
  for (std::size_t column = 0; column < keys.rows.front().size(); ++column) {
    const bool everywhere =
        std::none_of(keys.rows.begin(), keys.rows.end(), [&](const auto& row) { return row[column].empty(); });
    if (everywhere) bound.columns.push_back(column);
  }
  if (bound.columns.empty()) return bound;
  std::unordered_set<std::string> seen;
  for (const auto& row : keys.rows) {
    std::vector<std::string> kept;
    std::string whole;
    for (const std::size_t column : bound.columns) {
      kept.push_back(row[column]);
      append_text(whole, row[column]);
    }
    if (seen.insert(std::move(whole)).second) bound.rows.push_back(std::move(kept));
  }
  return bound;
}

}  // namespace quadrille::query
