#pragma once

// Assertions: a bug of ours ends the process with the broken rule, the place and a backtrace. User input never reaches
// an assertion.
//
//   QUADRILLE_ASSERT(previous < next, "R1: quads ascend strictly");

namespace quadrille {

[[noreturn]] void assertion_failed(const char* condition, const char* rule, const char* file, int line);

// The image's number, printed with a failed assertion; -1 until the job has started.
void set_assertion_image(int image);

}  // namespace quadrille

#define QUADRILLE_ASSERT(condition, rule)                                  \
  do {                                                                     \
    if (!(condition)) [[unlikely]]                                         \
      ::quadrille::assertion_failed(#condition, rule, __FILE__, __LINE__); \
  } while (false)
