#pragma once

// TARGET/changes.text: versions and their changes, one after another, for people and programs.
//
//   # quadrille changes 1
//   # version 18 next_blank 5
//   + <http://a/s> <http://a/p> "o" .             change_text.hpp
//   - <http://a/s> <http://a/p> _:b4 <http://a/g> .
//   # end
//
// Versions ascend. `next_blank`: counters of blank nodes from here on have not been given out at that version. The file
// is whole by its seal, which backup.json has; its lines are checked when they are read. Local.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "quadstore/aside_file.hpp"

namespace quadrille {

class ChangesWriter {
 public:
  explicit ChangesWriter(const std::filesystem::path& path);

  void begin(std::uint64_t version, std::uint64_t next_blank);
  // Whole lines of the version that has begun.
  void add(std::string_view lines);
  // Synced and in its place.
  FileSeal finish();

 private:
  void write(std::string_view text) { file_.write(std::as_bytes(std::span(text.data(), text.size()))); }

  AsideFile file_;
  std::uint64_t version_ = 0;
};

// What reads changes.
struct ChangesSink {
  std::function<void(std::uint64_t version, std::uint64_t next_blank)> begin;
  std::function<void(std::string_view lines)> add;  // whole lines, some MB at most
  std::function<void()> end;                        // of the version
};

// Reads a file whose seal has been verified, and looks at every line. Fails with ErrorKind::io, naming file and place,
// at what ChangesWriter does not write.
void read_changes(const std::filesystem::path& path, const ChangesSink& sink);

}  // namespace quadrille
