#include "dictionary/duration.hpp"

#include <array>
#include <cstdlib>

#include "base/term.hpp"
#include "dictionary/date_time.hpp"

namespace quadrille {

namespace {

constexpr std::array<std::string_view, 3> kDurationIris = {
    "http://www.w3.org/2001/XMLSchema#duration",
    "http://www.w3.org/2001/XMLSchema#dayTimeDuration",
    "http://www.w3.org/2001/XMLSchema#yearMonthDuration",
};

// Takes "12.5S" off a lexical form: digits (of seconds also a point and more digits) and a unit.
class FormReader {
 public:
  explicit FormReader(std::string_view rest) : rest_(rest) {}

  bool at_end() const { return rest_.empty(); }
  bool take(char character) {
    if (!rest_.starts_with(character)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  // The number before `unit`; nothing is consumed if the next part is not a number with this unit.
  std::optional<std::string_view> number(char unit) {
    const std::size_t end = rest_.find_first_not_of("0123456789.");
    if (end == std::string_view::npos || end == 0 || rest_[end] != unit) return std::nullopt;
    const std::string_view digits = rest_.substr(0, end);
    const std::size_t point = digits.find('.');
    const bool whole = point == std::string_view::npos;
    if (!whole && (unit != 'S' || point == 0 || point + 1 == end || digits.find('.', point + 1) != digits.npos)) {
      return std::nullopt;
    }
    rest_.remove_prefix(end + 1);
    return digits;
  }

 private:
  std::string_view rest_;
};

// The parts read so far: months, seconds, and whether there was any.
struct Parts {
  Decimal months, seconds;
  bool any = false;

  bool read(FormReader& reader, char unit, Decimal& into, std::int64_t factor) {
    const auto digits = reader.number(unit);
    if (!digits) return false;
    into = into + *Decimal::parse(*digits) * Decimal(factor);
    return any = true;
  }
};

// Seconds from a reference moment (the first of a month) to the moment a duration later.
Decimal length_from(std::int64_t year, int month, const Duration& duration) {
  const std::int64_t index = year * 12 + (month - 1) + duration.months;
  const std::int64_t later = index / 12 - (index % 12 < 0);
  const std::int64_t days =
      days_from_civil(later, static_cast<int>(index - later * 12) + 1, 1) - days_from_civil(year, month, 1);
  return Decimal(days * kSecondsPerDay) + duration.seconds;
}

// XSD 1.1, 3.3.6.2: 1696-09, 1697-02, 1903-03, 1903-07.
std::array<Decimal, 4> lengths(const Duration& duration) {
  return {length_from(1696, 9, duration), length_from(1697, 2, duration), length_from(1903, 3, duration),
          length_from(1903, 7, duration)};
}

void append_part(std::string& out, const Decimal& number, char unit) {
  if (number.sign() == 0) return;
  out += number.to_string();
  out += unit;
}

}  // namespace

std::optional<DurationType> duration_type(std::string_view datatype_iri) {
  if (!datatype_iri.starts_with(iri::kXsd)) return std::nullopt;
  for (std::size_t type = 0; type < kDurationIris.size(); ++type) {
    if (datatype_iri == kDurationIris[type]) return static_cast<DurationType>(type);
  }
  return std::nullopt;
}

std::string_view duration_iri(DurationType type) {
  return kDurationIris[static_cast<std::size_t>(type)];
}

std::optional<Duration> parse_duration(DurationType type, std::string_view lexical) {
  FormReader reader(lexical);
  const bool negative = reader.take('-');
  if (!reader.take('P')) return std::nullopt;
  Parts parts;
  if (type != DurationType::day_time) {
    parts.read(reader, 'Y', parts.months, 12);
    parts.read(reader, 'M', parts.months, 1);
  }
  if (type != DurationType::year_month) {
    parts.read(reader, 'D', parts.seconds, kSecondsPerDay);
    if (reader.take('T')) {
      parts.any = false;  // something must follow
      parts.read(reader, 'H', parts.seconds, 3600);
      parts.read(reader, 'M', parts.seconds, 60);
      parts.read(reader, 'S', parts.seconds, 1);
    }
  }
  const auto months = parts.months.to_int64();
  if (!parts.any || !reader.at_end() || !months || *months > kMaxMonths) return std::nullopt;
  return negative ? Duration{-*months, -parts.seconds} : Duration{*months, parts.seconds};
}

std::string to_lexical(const Duration& value, DurationType type) {
  std::string out = value.months < 0 || value.seconds.sign() < 0 ? "-P" : "P";
  const std::int64_t months = std::abs(value.months);
  append_part(out, Decimal(months / 12), 'Y');
  append_part(out, Decimal(months % 12), 'M');
  Decimal rest = abs(value.seconds);
  std::string time;
  const auto take_whole = [&](std::int64_t unit) {
    // Computed from a whole number, so that a rounded quotient is on the right side of every integer.
    const Decimal count = floor(*divide(floor(rest), Decimal(unit)));
    rest = rest - count * Decimal(unit);
    return count;
  };
  append_part(out, take_whole(kSecondsPerDay), 'D');
  append_part(time, take_whole(3600), 'H');
  append_part(time, take_whole(60), 'M');
  append_part(time, rest, 'S');
  if (!time.empty()) return out + "T" + time;
  if (out != "P") return out;
  return type == DurationType::year_month ? "P0M" : "PT0S";
}

std::partial_ordering compare(const Duration& a, const Duration& b) {
  if (a == b) return std::partial_ordering::equivalent;
  const auto first = lengths(a);
  const auto second = lengths(b);
  const std::strong_ordering order = first[0] <=> second[0];
  for (std::size_t i = 1; i < first.size(); ++i) {
    if ((first[i] <=> second[i]) != order) return std::partial_ordering::unordered;
  }
  // Equal from everywhere, but not the same months and seconds: no order either (F&O 8.2 compares both).
  return order == 0 ? std::partial_ordering::unordered : std::partial_ordering(order);
}

std::strong_ordering sort_order(const Duration& a, const Duration& b) {
  const auto sum = [](const std::array<Decimal, 4>& parts) { return parts[0] + parts[1] + parts[2] + parts[3]; };
  const std::strong_ordering by_length = sum(lengths(a)) <=> sum(lengths(b));
  return by_length != 0 ? by_length : a.months <=> b.months;
}

}  // namespace quadrille
