#pragma once

// A rules record replaces the rules of a database: from its version on they are those in it. The log has all of them,
// not what has changed, so a reader needs the last record alone. A version has at most one.
//
//   | 'R' | rules, as the database stores them (inferencer/stored_rules.hpp); none: the database has no rules |
//
// No line and no block begins with 'R'. Local.

#include <string>
#include <string_view>

namespace quadrille {

inline std::string rules_record(std::string_view rules) {
  return "R" + std::string(rules);
}

// True if these bytes are a rules record, not changes.
inline bool is_rules_record(std::string_view bytes) {
  return bytes.starts_with('R');
}

// The rules of a record.
inline std::string_view rules_of_record(std::string_view record) {
  return record.substr(1);
}

}  // namespace quadrille
