#pragma once

// A ProgressLine shows the state of long work on standard error: on a terminal a line that is redrawn in place,
// elsewhere plain lines every few seconds. Local; one thread.

#include <cstdint>
#include <string_view>

#include "base/clock.hpp"

namespace quadrille {

// automatic: in place if standard error is a terminal, else lines.
enum class ProgressDisplay : std::uint8_t { automatic, bar, lines, none };

class ProgressLine {
 public:
  explicit ProgressLine(ProgressDisplay display);
  // Clears what is in place.
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  bool is_shown() const { return display_ != ProgressDisplay::none; }
  bool is_in_place() const { return display_ == ProgressDisplay::bar; }
  // Returns whether it is time to show() again. Reads the clock.
  bool is_due() const;
  // From here on the time to the next line counts.
  void restart() { since_shown_.restart(); }
  void show(std::string_view text);
  // Replaces what is in place by a line that stays.
  void keep(std::string_view text);
  void clear();

 private:
  const ProgressDisplay display_;
  bool has_text_ = false;  // in place
  Stopwatch since_shown_;
};

}  // namespace quadrille
