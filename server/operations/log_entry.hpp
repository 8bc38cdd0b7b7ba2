#pragma once

// A LogEntry writes one entry of a log of the server: a time, the name of the log, and members.
//
//   lines   2026-11-29T10:24:00.123Z query id=q-7 user=ann rows=3 text="SELECT * {\n ?s ?p ?o }"
//   json    {"time":"2026-11-29T10:24:00.123Z","log":"query","id":"q-7","user":"ann","rows":3,"text":"SELECT ..."}
//
// An entry is one line in both formats. Strings in quotation marks are strings of JSON in both; lines leave the marks
// out around letters, digits and . _ : / @ + - alone. Bytes that are no UTF-8 become U+FFFD. Control characters, and
// characters that change the direction or the lines of a text, are escaped, so that no text of a client can invent an
// entry or deceive a reader.

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace quadrille::server {

enum class LogFormat : std::uint8_t { lines, json };
// "lines", "json"; nullopt for other words.
std::optional<LogFormat> log_format_of(std::string_view word);

class LogEntry {
 public:
  using Time = std::chrono::system_clock::time_point;

  // Appends to `out`, which must outlive the entry. `log`: "query", "audit", "server".
  LogEntry(std::string& out, LogFormat format, std::string_view log, Time time = std::chrono::system_clock::now());

  // Each name is a word of small letters and '_', at most once in an entry.
  LogEntry& text(std::string_view name, std::string_view value);
  LogEntry& number(std::string_view name, std::uint64_t value);
  LogEntry& seconds(std::string_view name, double value);
  // The member is there, as true, or not.
  LogEntry& flag(std::string_view name, bool value);
  LogEntry& list(std::string_view name, std::span<const std::string> values);
  void end();

 private:
  void begin_member(std::string_view name);

  std::string& out_;
  const LogFormat format_;
};

// Appends `value` as a string of JSON, with quotation marks, escaped as above.
void append_quoted(std::string& out, std::string_view value);

// The text with "***" in place of each name and password inside a URL: "https://ann:secret@host/" becomes
// "https://***@host/". `is_cut`: the text is the beginning of a longer one, so its last URL may not be whole.
std::string without_passwords(std::string_view text, bool is_cut = false);

}  // namespace quadrille::server
