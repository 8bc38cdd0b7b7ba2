// Inline xsd:dateTime, xsd:date and xsd:boolean: pictures in inline_term.hpp.

#include "dictionary/date_time.hpp"
#include "dictionary/detail/inline_layout.hpp"
#include "dictionary/inline_term.hpp"
#include "dictionary/inline_value.hpp"

namespace quadrille::detail {

namespace {

constexpr int kQuarterMinutes = 15;
constexpr int kQuarterSeconds = kQuarterMinutes * 60;
constexpr int kDaySeconds = 86400;
constexpr std::uint64_t kUtc = 57;  // also the code of +00:00 spelled "Z"
constexpr std::uint64_t kPlusZero = 114;
constexpr std::uint64_t kMinusZero = 115;

// Nothing if the offset is no multiple of a quarter of an hour.
std::optional<std::uint64_t> code_of_zone(const DateTime& value, std::string_view lexical) {
  if (!value.zone_minutes) return kNoZone;
  const int minutes = *value.zone_minutes;
  if (minutes % kQuarterMinutes != 0) return std::nullopt;
  if (minutes != 0 || lexical.ends_with('Z')) return static_cast<std::uint64_t>(minutes / kQuarterMinutes + int{kUtc});
  return lexical[lexical.size() - 6] == '+' ? kPlusZero : kMinusZero;
}

std::optional<int> zone_of_code(std::uint64_t code) {
  if (code == kNoZone) return std::nullopt;
  return code > kUtc + 56 ? 0 : (static_cast<int>(code) - int{kUtc}) * kQuarterMinutes;
}

// The canonical form spells +00:00 as Z.
void append_with_zone(std::string& out, std::string text, std::uint64_t code) {
  if (code == kPlusZero || code == kMinusZero) {
    text.pop_back();
    text += code == kPlusZero ? "+00:00" : "-00:00";
  }
  out += text;
}

std::size_t written_fraction_digits(std::string_view lexical) {
  const std::size_t point = lexical.find('.');
  if (point == std::string_view::npos) return 0;
  const std::size_t end = lexical.find_first_not_of("0123456789", point + 1);
  return (end == std::string_view::npos ? lexical.size() : end) - point - 1;
}

}  // namespace

Encoding encode_date_time(std::string_view lexical) {
  const auto value = parse_date_time(Datatype::date_time, lexical);
  if (!value) return {};
  const auto zone = code_of_zone(*value, lexical);
  const std::size_t digits = written_fraction_digits(lexical);
  if (!zone || digits > 3 || lexical.starts_with("-0000")) return {true, {}};
  const bool end_of_day = lexical.substr(lexical.find('T') + 1, 2) == "24";
  constexpr std::int64_t kMaxSeconds = kDateTimeBias / 1000;
  const std::int64_t seconds = instant_of(*value).seconds;
  if (seconds < -kMaxSeconds || seconds >= kMaxSeconds) return {true, {}};
  std::int64_t ms = seconds;
  for (std::size_t i = 0; i < 3; ++i) ms = ms * 10 + (i < value->fraction.size() ? value->fraction[i] - '0' : 0);
  const std::uint64_t code = *zone << 3 | digits << 1 | static_cast<std::uint64_t>(end_of_day);
  return {true,
          Huri::make(HuriKind::date_time, static_cast<std::uint64_t>(ms + kDateTimeBias) << kDateTimeCodeBits | code)};
}

void append_date_time(std::string& out, Huri huri) {
  const std::uint64_t zone = zone_code(huri);
  const std::size_t digits = huri.payload() >> 1 & 3;
  const bool end_of_day = huri.payload() & 1;
  const std::int64_t ms = date_time_ms(huri);
  const std::int64_t seconds = ms / 1000 - (ms % 1000 < 0);
  const std::string fraction = std::to_string(1000 + ms - seconds * 1000).substr(1, digits);
  const Instant instant{end_of_day ? seconds - kDaySeconds : seconds, fraction};
  std::string text = to_lexical(date_time_at(instant, zone_of_code(zone)));
  if (end_of_day) text.replace(text.find('T') + 1, 2, "24");
  append_with_zone(out, std::move(text), zone);
}

Encoding encode_date(std::string_view lexical) {
  const auto value = parse_date_time(Datatype::date, lexical);
  if (!value) return {};
  const auto zone = code_of_zone(*value, lexical);
  const std::int64_t quarters = instant_of(*value).seconds / kQuarterSeconds;
  if (!zone || quarters < -kDateBias || quarters >= kDateBias || lexical.starts_with("-0000")) return {true, {}};
  return {true, Huri::make(HuriKind::date, static_cast<std::uint64_t>(quarters + kDateBias) << kDateCodeBits | *zone)};
}

void append_date(std::string& out, Huri huri) {
  const std::uint64_t zone = zone_code(huri);
  const Instant instant{date_quarters(huri) * kQuarterSeconds, ""};
  DateTime value = date_time_at(instant, zone_of_code(zone));
  value.type = Datatype::date;
  append_with_zone(out, to_lexical(value), zone);
}

namespace {
constexpr std::string_view kBooleans[] = {"false", "0", "true", "1"};
}

Encoding encode_boolean(std::string_view lexical) {
  for (std::uint64_t code = 0; code < 4; ++code) {
    if (lexical == kBooleans[code]) return {true, Huri::make(HuriKind::boolean, code)};
  }
  return {};
}

void append_boolean(std::string& out, Huri huri) {
  out += kBooleans[huri.payload() & 3];
}

}  // namespace quadrille::detail
