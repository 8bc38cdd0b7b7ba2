#include "query/update/change_lines.hpp"

#include <algorithm>
#include <memory_resource>
#include <vector>

#include "quadstore/log/change_text.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kBatchQuads = 8192;

class LineWriter {
 public:
  explicit LineWriter(Context& context) : context_(context), fetched_(context.arena) {
    context_.dictionary.look_in(fetched_);
  }
  ~LineWriter() { context_.dictionary.forget(fetched_); }
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;

  // Collective if terms are spread.
  void append(std::span<const Quad> quads, bool inserted, std::string& lines) {
    note_terms(quads);
    fetched_.clear();
    if (context_.dictionary.is_spread()) context_.dictionary.fetch(huris_, fetched_, FetchedTerms::Lifetime::batch);
    std::pmr::monotonic_buffer_resource texts;
    terms_.resize(huris_.size());
    context_.dictionary.read(huris_, terms_, texts);
    for (const Quad& quad : quads) {
      ChangeView change{inserted, term(quad.subject), term(quad.predicate), term(quad.object), {}};
      if (quad.graph != kDefaultGraph) change.graph = term(quad.graph);
      append_change(lines, change);
    }
  }

 private:
  void note_terms(std::span<const Quad> quads) {
    huris_.clear();
    for (const Quad& quad : quads) {
      huris_.insert(huris_.end(), {quad.subject, quad.predicate, quad.object});
      if (quad.graph != kDefaultGraph) huris_.push_back(quad.graph);
    }
    std::sort(huris_.begin(), huris_.end());
    huris_.erase(std::unique(huris_.begin(), huris_.end()), huris_.end());
  }
  const TermView& term(Huri huri) const {
    return terms_[static_cast<std::size_t>(std::lower_bound(huris_.begin(), huris_.end(), huri) - huris_.begin())];
  }

  Context& context_;
  FetchedTerms fetched_;
  std::vector<Huri> huris_;  // ascending
  std::vector<TermView> terms_;
};

}  // namespace

void write_change_lines(Context& context, const QuadChanges& changes,
                        const std::function<void(std::string_view lines)>& take) {
  LineWriter writer(context);
  std::string lines;
  const auto write = [&](const std::vector<Quad>& quads, bool inserted) {
    const std::size_t most = context.dictionary.is_spread() ? context.team.max(quads.size()) : quads.size();
    for (std::size_t begin = 0; begin < most; begin += kBatchQuads) {
      const std::size_t from = std::min(begin, quads.size());
      const auto batch = std::span(quads).subspan(from, std::min(kBatchQuads, quads.size() - from));
      lines.clear();
      writer.append(batch, inserted, lines);
      if (!lines.empty()) take(lines);
    }
  };
  write(changes.deletes, false);
  write(changes.inserts, true);
}

}  // namespace quadrille::query
