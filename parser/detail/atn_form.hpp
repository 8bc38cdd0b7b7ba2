#pragma once

// The two serialized forms of an ATN. ANTLR's tool and its C++ runtime must agree on the form, and changed it in 4.10
// together; but Debian 13 and Ubuntu 24.04 package a tool of 4.9 with a runtime of 4.10, which therefore gets its form
// from here.
//
//   version 3 (tools before 4.10): 16-bit words. Version; then, each written plus 2 (modulo 65536): a UUID of 8 words,
//     grammar type, largest token type, states, non-greedy states, precedence states, rules, modes, sets of 16-bit
//     intervals, sets of 32-bit intervals (two words a bound), edges, decisions, lexer actions. 65535 says "none".
//   version 4 (since 4.10): 32-bit words. Version; then the same lists, one list of sets, no UUID, nothing added,
//     and -1 says "none".
// Source: ANTLR 4.7.2 and 4.10, ATNSerializer and ATNDeserializer.

#include <cstdint>
#include <span>
#include <vector>

namespace quadrille::parser {

// `atn` is of version 3. Asserts that it is read to its end.
std::vector<std::int32_t> to_version_4(std::span<const std::int32_t> atn);

}  // namespace quadrille::parser
