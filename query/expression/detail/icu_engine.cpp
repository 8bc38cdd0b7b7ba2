#include <unicode/uregex.h>
#include <unicode/utext.h>

#include <exception>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "query/expression/detail/pattern_engine.hpp"

namespace quadrille::query::detail {

namespace {

constexpr std::int32_t kMaxTicks = 100'000;         // a tick: 10,000 states saved; some ten seconds in all
constexpr unsigned kStartsBetweenChecks = 1 << 12;  // places where a match was tried
constexpr std::size_t kMaxPatternBytes = 4096;      // compiling cannot be interrupted: a tenth of a second
constexpr std::uint64_t kStepsOfByte = 64;          // of a match that need not go back

// The callbacks of ICU during a match. Exceptions must not pass through its frames: one of ours is kept until it has
// returned.
struct Watch {
  const PatternEngine::Check& check;
  unsigned starts = 0;
  std::exception_ptr ended;

  bool goes_on() {
    try {
      if (check) check();
    } catch (...) {
      ended = std::current_exception();
    }
    return !ended;
  }
};

UBool U_CALLCONV at_tick(const void* watch, std::int32_t) {
  return static_cast<Watch*>(const_cast<void*>(watch))->goes_on();
}

UBool U_CALLCONV at_start(const void* context, std::int64_t) {
  auto* watch = static_cast<Watch*>(const_cast<void*>(context));
  return ++watch->starts % kStartsBetweenChecks != 0 || watch->goes_on();
}

// ICU counts in bytes of UTF-8 here, as the texts are given to it so.
class IcuEngine : public PatternEngine {
 public:
  IcuEngine(std::string pattern, const PatternFlags& flags) : pattern_(std::move(pattern)) {
    UErrorCode status = U_ZERO_ERROR;
    text_ = utext_openUTF8(text_, pattern_.data(), static_cast<std::int64_t>(pattern_.size()), &status);
    const std::uint32_t options = UREGEX_UNIX_LINES | UREGEX_ERROR_ON_UNKNOWN_ESCAPES |
                                  (flags.ignore_case ? UREGEX_CASE_INSENSITIVE : 0) |
                                  (flags.multi_line ? UREGEX_MULTILINE : 0);
    UParseError place;
    regex_ = uregex_openUText(text_, options, &place, &status);
    uregex_setTimeLimit(regex_, kMaxTicks, &status);
    if (U_FAILURE(status)) close();
  }
  ~IcuEngine() override {
    close();
    utext_close(text_);
  }
  IcuEngine(const IcuEngine&) = delete;
  IcuEngine& operator=(const IcuEngine&) = delete;

  bool is_valid() const { return regex_ != nullptr; }

  bool matches(std::string_view text, const Check& check) override { return find_from(text, 0, check); }

  bool find(std::string_view text, std::size_t from, Groups& groups, const Check& check) override {
    groups.clear();
    if (!find_from(text, from, check)) return false;
    UErrorCode status = U_ZERO_ERROR;
    const auto count = static_cast<std::int32_t>(count_groups());
    for (std::int32_t group = 0; group <= count; ++group) {
      const std::int64_t begin = uregex_start64(regex_, group, &status);
      const std::int64_t end = uregex_end64(regex_, group, &status);
      groups.push_back(begin < 0 ? std::string_view()
                                 : text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
    }
    require_success(status, text);
    return true;
  }

  std::size_t count_groups() const override {
    UErrorCode status = U_ZERO_ERROR;
    return static_cast<std::size_t>(uregex_groupCount(regex_, &status));
  }
  std::uint64_t steps_of_byte() const override { return kStepsOfByte; }

 private:
  bool find_from(std::string_view text, std::size_t from, const Check& check) {
    Watch watch{check, 0, nullptr};
    UErrorCode status = U_ZERO_ERROR;
    text_ = utext_openUTF8(text_, text.data(), static_cast<std::int64_t>(text.size()), &status);
    uregex_setUText(regex_, text_, &status);
    uregex_setMatchCallback(regex_, at_tick, &watch, &status);
    uregex_setFindProgressCallback(regex_, at_start, &watch, &status);
    const bool found = uregex_find64(regex_, static_cast<std::int64_t>(from), &status) != 0;
    if (watch.ended) std::rethrow_exception(watch.ended);
    require_success(status, text);
    return found;
  }

  void require_success(UErrorCode status, std::string_view text) const {
    if (U_SUCCESS(status)) return;
    const std::string shown = pattern_.size() > 60 ? pattern_.substr(0, 60) + "..." : pattern_;
    if (status == U_REGEX_TIME_OUT) {
      fail(ErrorKind::timeout,
           "matching the pattern {} with a text of {} bytes takes too long; use fewer nested repeats", shown,
           text.size());
    }
    fail(ErrorKind::memory, "the pattern {} cannot be matched with a text of {} bytes: {}", shown, text.size(),
         u_errorName(status));
  }

  void close() { uregex_close(std::exchange(regex_, nullptr)); }

  const std::string pattern_;  // the engine keeps a reference
  UText* text_ = nullptr;
  URegularExpression* regex_ = nullptr;
};

}  // namespace

std::unique_ptr<PatternEngine> compile_for_icu(std::string_view pattern, const PatternFlags& flags) {
  auto translated = translate_pattern(pattern, flags, PatternDialect::icu);
  if (!translated || pattern.size() > kMaxPatternBytes) return nullptr;
  auto engine = std::make_unique<IcuEngine>(std::move(*translated), flags);
  if (!engine->is_valid()) return nullptr;
  return engine;
}

}  // namespace quadrille::query::detail
