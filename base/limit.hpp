#pragma once

// A Limit is the largest number that a data structure can hold, such as the rows that 32 bits can number. Reaching it
// is an error. Tests lower it, so that they reach it without giant data:
//
//   inline Limit most_rows("rows", 4'294'967'294);   // at namespace scope, once for each name
//   if (rows > most_rows) fail(...);
//
//   QUADRILLE_LIMIT=rows:1000                        for a program: lowered from its start on
//   const LoweredLimit lowered(most_rows, 1000);     in a test: lowered until the end of the block
//
// Local. Reading it costs as much as reading a global variable. It is lowered while no other thread reads it; images
// that work together lower it alike.

#include <cstdint>

namespace quadrille {

class Limit {
 public:
  // `name` is a literal. A value of the environment that is larger or malformed is ignored, as is an unknown name.
  Limit(const char* name, std::uint64_t value);
  Limit(const Limit&) = delete;
  Limit& operator=(const Limit&) = delete;

  operator std::uint64_t() const { return value_; }

 private:
  friend class LoweredLimit;
  std::uint64_t value_;
};

class LoweredLimit {
 public:
  LoweredLimit(Limit& limit, std::uint64_t value) : limit_(limit), before_(limit.value_) { limit_.value_ = value; }
  ~LoweredLimit() { limit_.value_ = before_; }
  LoweredLimit(const LoweredLimit&) = delete;
  LoweredLimit& operator=(const LoweredLimit&) = delete;

 private:
  Limit& limit_;
  const std::uint64_t before_;
};

}  // namespace quadrille
