#pragma once

// TARGET/changes.text lists versions and their changes in order, for people and programs.
//
//   # quadrille changes 1
//   # version 18 next_blank 5
//   # rules {"format": 1, ...}                    quadstore/log/rules_record.hpp; only in format 2
//   + <http://a/s> <http://a/p> "o" .             change_text.hpp
//   - <http://a/s> <http://a/p> _:b4 <http://a/g> .
//   # end
//
// Versions ascend. `next_blank`: at that version no counter of a blank node from here on had been given out. The seal
// of the file, in backup.json, shows that it is complete; its lines are checked when they are read. Local.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>

#include "quadstore/aside_file.hpp"

namespace quadrille {

class ChangesWriter {
 public:
  explicit ChangesWriter(const std::filesystem::path& path);

  // `rules`: those of the database from this version on, in one line; empty: none; nullopt: those before it.
  void begin(std::uint64_t version, std::uint64_t next_blank, std::optional<std::string_view> rules = {});
  // Adds whole lines of the current version.
  void add(std::string_view lines);
  // Syncs the file and moves it to its place.
  FileSeal finish();

 private:
  void begin_file(std::string_view head);
  void write(std::string_view text) { file_.write(std::as_bytes(std::span(text.data(), text.size()))); }

  AsideFile file_;
  bool has_head_ = false;
  std::uint64_t version_ = 0;
};

// Receives the changes that read_changes() reads.
struct ChangesSink {
  std::function<void(std::uint64_t version, std::uint64_t next_blank)> begin;
  std::function<void(std::string_view lines)> add;  // whole lines, at most some MB
  std::function<void()> end;                        // of the version
  // After begin(), if the version changes the rules.
  std::function<void(std::string_view rules)> take_rules = [](std::string_view) {};
};

// Reads a file whose seal has been verified, and checks every line. Fails with ErrorKind::io, naming file and place, if
// a line is not one that ChangesWriter writes.
void read_changes(const std::filesystem::path& path, const ChangesSink& sink);

}  // namespace quadrille
