#include "loader/build/spill/spilled_input.hpp"

#include "loader/build/sort_terms.hpp"

namespace quadrille {

SpillFile& SpilledInput::file() {
  if (!file_) file_.emplace(folder_);
  return *file_;
}

void SpilledInput::add_rows(QuadLog& log) {
  const auto write = [&](auto rows, std::vector<RowExtent>& extents) {
    extents.push_back({file().append(std::as_bytes(rows)), rows.size()});
    rows_ += rows.size();
    row_bytes_ += rows.size_bytes();
    work_.pulse(0);
  };
  log.triples.for_each_chunk([&](std::span<TripleRow> rows) { write(rows, open_.triples); });
  log.quads.for_each_chunk([&](std::span<QuadRow> rows) { write(rows, open_.quads); });
  log.triples.clear();
  log.quads.clear();
}

void SpilledInput::end_segment(TermTable& terms, QuadLog& log) {
  add_rows(log);
  log.terms.for_each_chunk([&](std::span<TripleRow> rows) {
    open_.terms.push_back({file().append(std::as_bytes(rows)), rows.size()});
    work_.pulse(0);
  });
  log.terms.clear();
  terms.close();
  const auto pulse = [this](std::uint64_t) { work_.pulse(0); };
  pgas::QueryArena arena(work_.heap());
  segments_.push_back({TermRun(file(), sorted_terms(terms, arena, pulse), pulse), std::exchange(open_, {})});
  terms_ += terms.size();
}

}  // namespace quadrille
