// The terms that compare so with a date or time: cuts through the kinds date_time, date and temporal.

#include <algorithm>

#include "dictionary/detail/inline_layout.hpp"
#include "dictionary/detail/value_cut.hpp"
#include "dictionary/term_key.hpp"
#include "dictionary/value_ranges.hpp"

namespace quadrille {

using detail::Cut;
using detail::select_huris;
using detail::select_keys;

namespace {

constexpr std::int64_t kZoneSeconds = 14 * 3600;
constexpr std::uint64_t kPayloads = std::uint64_t{1} << Huri::kPayloadBits;

// Zones move a time by 14 hours at most; whole units around that are good enough, since the zone is residual.
Cut<std::uint64_t> cut_timeline(std::int64_t low, std::int64_t high, std::int64_t bias, int code_bits) {
  const auto at = [&](std::int64_t value) {
    return static_cast<std::uint64_t>(std::clamp(value, -bias, bias) + bias) << code_bits;
  };
  return {0, at(low), at(high), kPayloads, false};
}

std::string temporal_bound(Datatype type, std::int64_t seconds) {
  std::string key(1, static_cast<char>(type));
  append_temporal_value(key, {seconds, ""}, std::nullopt);
  key.resize(1 + sizeof seconds);
  return key;
}

}  // namespace

ValueRanges ranges_of(Comparison comparison, const DateTime& constant) {
  ValueRanges result;
  result.kind = HuriKind::temporal;
  const std::int64_t low = instant_of(constant).seconds - kZoneSeconds;
  const std::int64_t high = instant_of(constant).seconds + kZoneSeconds + 1;  // the fraction
  constexpr std::int64_t kMaxSeconds = detail::kDateTimeBias / 1000;
  constexpr std::int64_t kQuarter = 900;
  if (constant.type == Datatype::date_time) {
    const auto ms = [](std::int64_t seconds) { return std::clamp(seconds, -kMaxSeconds - 1, kMaxSeconds + 1) * 1000; };
    select_huris(comparison, HuriKind::date_time,
                 cut_timeline(ms(low), ms(high), detail::kDateTimeBias, detail::kDateTimeCodeBits), result);
  } else if (constant.type == Datatype::date) {
    select_huris(comparison, HuriKind::date,
                 cut_timeline(low / kQuarter - 1, high / kQuarter + 1, detail::kDateBias, detail::kDateCodeBits),
                 result);
  }
  const auto next_type = static_cast<char>(static_cast<char>(constant.type) + 1);
  const Cut<std::string> cut{std::string(1, static_cast<char>(constant.type)), temporal_bound(constant.type, low),
                             temporal_bound(constant.type, high), std::string(1, next_type), false};
  select_keys(comparison, cut, result);
  return result;
}

}  // namespace quadrille
