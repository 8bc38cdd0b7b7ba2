#include <re2/re2.h>

#include <algorithm>
#include <string>

#include "query/expression/detail/pattern_engine.hpp"

namespace quadrille::query::detail {

namespace {

constexpr std::int64_t kMaxBytes = std::int64_t{4} << 20;  // of program and automata, a pattern
constexpr std::size_t kMaxPlaces = std::size_t{1} << 22;   // groups x states: 64 MB

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

class Re2Engine : public PatternEngine {
 public:
  Re2Engine(const std::string& pattern, const RE2::Options& options) : re2_(pattern, options) {
    if (re2_.ok()) pieces_.resize(static_cast<std::size_t>(re2_.NumberOfCapturingGroups()) + 1);
  }

  // Searching for groups RE2 keeps their places for each state of its program: some thousands of groups would take
  // gigabytes.
  bool is_valid() const {
    return re2_.ok() && pieces_.size() * static_cast<std::size_t>(std::max(re2_.ProgramSize(), 1)) <= kMaxPlaces;
  }

  bool matches(std::string_view text, const Check&) override {
    return re2_.Match(piece(text), 0, text.size(), RE2::UNANCHORED, nullptr, 0);
  }

  bool find(std::string_view text, std::size_t from, Groups& groups, const Check&) override {
    const bool found =
        re2_.Match(piece(text), from, text.size(), RE2::UNANCHORED, pieces_.data(), static_cast<int>(pieces_.size()));
    groups.clear();
    for (const re2::StringPiece& group : pieces_) groups.emplace_back(group.data(), group.size());
    return found;
  }

  std::size_t count_groups() const override { return pieces_.size() - 1; }
  std::uint64_t steps_of_byte() const override { return static_cast<std::uint64_t>(std::max(re2_.ProgramSize(), 1)); }

 private:
  RE2 re2_;
  std::vector<re2::StringPiece> pieces_;
};

}  // namespace

std::unique_ptr<PatternEngine> compile_for_re2(std::string_view pattern, const PatternFlags& flags) {
  const auto translated = translate_pattern(pattern, flags, PatternDialect::re2);
  if (!translated) return nullptr;
  RE2::Options options;
  options.set_log_errors(false);
  options.set_case_sensitive(!flags.ignore_case);
  options.set_max_mem(kMaxBytes);
  auto engine = std::make_unique<Re2Engine>(flags.multi_line ? "(?m)" + *translated : *translated, options);
  if (!engine->is_valid()) return nullptr;
  return engine;
}

}  // namespace quadrille::query::detail
