#include "inferencer/infer_rows.hpp"

namespace quadrille::inferencer {

namespace {

// The private memory of an inference, as a charge to an arena.
class PrivateMemory {
 public:
  explicit PrivateMemory(pgas::QueryArena& arena) : arena_(arena) {}
  ~PrivateMemory() { arena_.discharge(charged_); }
  PrivateMemory(const PrivateMemory&) = delete;
  PrivateMemory& operator=(const PrivateMemory&) = delete;

  void set(std::size_t bytes) {
    if (bytes > charged_) arena_.charge(bytes - charged_);
    if (bytes < charged_) arena_.discharge(charged_ - bytes);
    charged_ = bytes;
  }

 private:
  pgas::QueryArena& arena_;
  std::size_t charged_ = 0;
};

}  // namespace

Inference infer_rows(pgas::Team& team, const parser::RuleSet& rules, const std::function<Huri(TermView)>& huri_of,
                     const GivenRows& given, const std::function<void(const TripleRow&)>& add,
                     const std::function<void(std::uint64_t, std::uint64_t)>& pulse,
                     std::optional<std::uint64_t> most) {
  const std::size_t most_chunks = team.max(given.chunks.size());
  const auto for_each = [&](const RowsVisit& visit) {
    for (std::size_t chunk = 0; chunk < most_chunks; ++chunk)
      visit(chunk < given.chunks.size() ? given.chunks[chunk] : std::span<const TripleRow>());
  };
  const auto take = [&](const Fact& fact) { add({fact.subject, fact.predicate, fact.object}); };
  PrivateMemory memory(*given.arena);
  const auto account = [&](std::size_t bytes) { memory.set(bytes); };
  return infer(Partition(team, *given.arena), rules, {huri_of, for_each, take, given.terms_of, pulse, account}, most);
}

}  // namespace quadrille::inferencer
