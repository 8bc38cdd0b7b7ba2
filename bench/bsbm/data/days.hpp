#pragma once

// Days, and their text in literals.

#include <array>
#include <chrono>
#include <cstdint>
#include <string_view>

namespace quadrille::bsbm {

using Day = std::chrono::sys_days;
using Days = std::chrono::days;

constexpr Day day(int year, unsigned month, unsigned day_of_month) {
  return std::chrono::year(year) / std::chrono::month(month) / std::chrono::day(day_of_month);
}

// The benchmark's present.
inline constexpr Day kToday = day(2008, 6, 20);

// "2008-06-20", for the years 1000 .. 9999.
class DayText {
 public:
  explicit DayText(Day day) {
    const std::chrono::year_month_day date(day);
    put(0, static_cast<unsigned>(static_cast<int>(date.year())) / 100);
    put(2, static_cast<unsigned>(static_cast<int>(date.year())) % 100);
    put(5, static_cast<unsigned>(date.month()));
    put(8, static_cast<unsigned>(date.day()));
  }

  operator std::string_view() const { return {text_.data(), text_.size()}; }

 private:
  void put(std::size_t at, unsigned below_100) {
    text_[at] = static_cast<char>('0' + below_100 / 10);
    text_[at + 1] = static_cast<char>('0' + below_100 % 10);
  }

  std::array<char, 10> text_{'0', '0', '0', '0', '-', '0', '0', '-', '0', '0'};
};

}  // namespace quadrille::bsbm
