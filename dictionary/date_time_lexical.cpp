// The lexical forms of dates and times (XML Schema 1.1 Datatypes, D.2 and D.3).

#include <charconv>

#include "dictionary/date_time.hpp"

namespace quadrille {

namespace {

// Reads a lexical form from left to right; every function returns whether the expected text was there.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool at_end() const { return text_.empty(); }

  bool take(std::string_view expected) {
    if (!text_.starts_with(expected)) return false;
    text_.remove_prefix(expected.size());
    return true;
  }

  // Exactly two digits.
  bool take_pair(int& value) {
    if (count_digits() < 2) return false;
    value = (text_[0] - '0') * 10 + (text_[1] - '0');
    text_.remove_prefix(2);
    return true;
  }

  bool take_pair(int& value, int first, int last) { return take_pair(value) && first <= value && value <= last; }

  // -?([1-9][0-9]{3,}|0[0-9]{3})
  bool take_year(std::int64_t& year) {
    const bool negative = take("-");
    const std::size_t digits = count_digits();
    if (digits < 4 || digits > 11 || (digits > 4 && text_[0] == '0')) return false;
    std::from_chars(text_.data(), text_.data() + digits, year);
    if (negative) year = -year;
    text_.remove_prefix(digits);
    return true;
  }

  // The digits after a point, without trailing zeros.
  bool take_fraction(std::string& fraction) {
    if (!take(".")) return true;
    const std::size_t digits = count_digits();
    if (digits == 0) return false;
    fraction = text_.substr(0, digits);
    fraction.resize(fraction.find_last_not_of('0') + 1);
    text_.remove_prefix(digits);
    return true;
  }

  // Z | (+|-)(hh:mm), at most 14:00; or nothing.
  bool take_zone(std::optional<int>& zone_minutes) {
    if (at_end()) return true;
    if (take("Z")) {
      zone_minutes = 0;
      return true;
    }
    const bool negative = text_[0] == '-';
    int hours = 0;
    int minutes = 0;
    if (!take(negative ? "-" : "+") || !take_pair(hours, 0, 14) || !take(":") || !take_pair(minutes, 0, 59))
      return false;
    const int offset = hours * 60 + minutes;
    zone_minutes = negative ? -offset : offset;
    return offset <= 14 * 60;
  }

 private:
  std::size_t count_digits() const {
    const std::size_t other = text_.find_first_not_of("0123456789");
    return other == std::string_view::npos ? text_.size() : other;
  }

  std::string_view text_;
};

bool take_date(Scanner& scanner, DateTime& value) {
  return scanner.take_year(value.year) && scanner.take("-") && scanner.take_pair(value.month, 1, 12) &&
         scanner.take("-") && scanner.take_pair(value.day, 1, days_in_month(value.year, value.month));
}

bool take_time(Scanner& scanner, DateTime& value) {
  if (!scanner.take_pair(value.hour, 0, 24) || !scanner.take(":") || !scanner.take_pair(value.minute, 0, 59) ||
      !scanner.take(":") || !scanner.take_pair(value.second, 0, 59) || !scanner.take_fraction(value.fraction)) {
    return false;
  }
  return value.hour < 24 || (value.minute == 0 && value.second == 0 && value.fraction.empty());
}

// 24:00:00 is the first moment of the next day, if our calendar still has that.
bool normalise_end_of_day(DateTime& value) {
  if (value.hour != 24) return true;
  value.hour = 0;
  if (value.type == Datatype::date_time) {
    civil_from_days(days_from_civil(value.year, value.month, value.day) + 1, value);
  }
  return value.year <= kMaxYear;
}

bool take_fields(Scanner& scanner, DateTime& value) {
  switch (value.type) {
    case Datatype::date_time:
      return take_date(scanner, value) && scanner.take("T") && take_time(scanner, value);
    case Datatype::date:
      return take_date(scanner, value);
    case Datatype::time:
      return take_time(scanner, value);
    case Datatype::g_year_month:
      value.day = 1;
      return scanner.take_year(value.year) && scanner.take("-") && scanner.take_pair(value.month, 1, 12);
    case Datatype::g_year:
      value.month = value.day = 1;
      return scanner.take_year(value.year);
    case Datatype::g_month_day:  // 29 February exists: the reference year is a leap year
      return scanner.take("--") && scanner.take_pair(value.month, 1, 12) && scanner.take("-") &&
             scanner.take_pair(value.day, 1, days_in_month(value.year, value.month));
    case Datatype::g_month:
      value.day = 1;
      return scanner.take("--") && scanner.take_pair(value.month, 1, 12);
    case Datatype::g_day:
      return scanner.take("---") && scanner.take_pair(value.day, 1, 31);
    default:
      return false;
  }
}

void append_pair(std::string& out, int value) {
  out += static_cast<char>('0' + value / 10);
  out += static_cast<char>('0' + value % 10);
}

void append_year(std::string& out, std::int64_t year) {
  if (year < 0) out += '-';
  const std::string digits = std::to_string(year < 0 ? -year : year);
  if (digits.size() < 4) out.append(4 - digits.size(), '0');
  out += digits;
}

void append_time(std::string& out, const DateTime& value) {
  append_pair(out, value.hour);
  out += ':';
  append_pair(out, value.minute);
  out += ':';
  append_pair(out, value.second);
  if (!value.fraction.empty()) out += '.';
  out += value.fraction;
}

void append_zone(std::string& out, std::optional<int> zone_minutes) {
  if (!zone_minutes) return;
  if (*zone_minutes == 0) {
    out += 'Z';
    return;
  }
  out += *zone_minutes < 0 ? '-' : '+';
  const int offset = *zone_minutes < 0 ? -*zone_minutes : *zone_minutes;
  append_pair(out, offset / 60);
  out += ':';
  append_pair(out, offset % 60);
}

}  // namespace

std::optional<DateTime> parse_date_time(Datatype type, std::string_view lexical) {
  DateTime value;
  value.type = type;
  Scanner scanner(lexical);
  if (!take_fields(scanner, value) || !scanner.take_zone(value.zone_minutes) || !scanner.at_end()) return std::nullopt;
  if (!normalise_end_of_day(value)) return std::nullopt;
  return value;
}

std::string to_lexical(const DateTime& value) {
  std::string out;
  const Datatype type = value.type;
  const bool has_year = type == Datatype::date_time || type == Datatype::date || type == Datatype::g_year_month ||
                        type == Datatype::g_year;
  const bool has_month = type != Datatype::time && type != Datatype::g_year && type != Datatype::g_day;
  const bool has_day =
      type == Datatype::date_time || type == Datatype::date || type == Datatype::g_month_day || type == Datatype::g_day;
  if (has_year) {
    append_year(out, value.year);
  } else if (type != Datatype::time) {
    out += '-';
  }
  if (has_month) {
    out += '-';
    append_pair(out, value.month);
  } else if (type == Datatype::g_day) {
    out += '-';
  }
  if (has_day) {
    out += '-';
    append_pair(out, value.day);
  }
  if (type == Datatype::date_time) out += 'T';
  if (type == Datatype::date_time || type == Datatype::time) append_time(out, value);
  append_zone(out, value.zone_minutes);
  return out;
}

}  // namespace quadrille
