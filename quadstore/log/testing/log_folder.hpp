#pragma once

// For tests: a log written and read by several images that are all in this process.

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "quadstore/log/log_reader.hpp"
#include "quadstore/log/update_log.hpp"

namespace quadrille::testing_log {

// The changes of version v on an image: some lines that contain both; every third version concerns every third image
// only.
inline std::string lines_of(std::uint64_t version, int image, int lines = 3) {
  if ((version + static_cast<std::uint64_t>(image)) % 3 == 0) return "";
  std::string out;
  for (int i = 0; i < lines; ++i) {
    out += fmt::format("+ <http://example.org/{}/{}> <p:{}> \"some text\" .\n", image, version, i);
  }
  return out;
}

class Logs {
 public:
  Logs(std::filesystem::path folder, int images, std::uint64_t committed, const LogOptions& options = {}) {
    for (int image = 0; image < images; ++image)
      logs_.push_back(std::make_unique<UpdateLog>(folder, image, committed, options));
  }

  UpdateLog& operator[](int image) { return *logs_[static_cast<std::size_t>(image)]; }
  int size() const { return static_cast<int>(logs_.size()); }

  CommitRecord write(std::uint64_t version, int lines = 3) {
    CommitRecord record{version, version * 10, true, {}};
    for (int image = 0; image < size(); ++image) {
      (*this)[image].begin(version);
      (*this)[image].add(lines_of(version, image, lines));
      record.shares.push_back((*this)[image].write());
    }
    return record;
  }
  void commit(std::uint64_t version, int lines = 3) { (*this)[0].commit(write(version, lines)); }
  void commit_up_to(std::uint64_t last, int lines = 3) {
    for (std::uint64_t version = (*this)[0].version() + 1; version <= last; ++version) commit(version, lines);
  }

 private:
  std::vector<std::unique_ptr<UpdateLog>> logs_;
};

// The contents of a log, as `images` images read it: version -> all lines, in the order of the instances.
struct ReadLog {
  std::uint64_t committed = 0;
  std::map<std::uint64_t, std::string> lines;
  std::uint64_t next_blank_node = 0;
  std::vector<std::string> remarks;
};

inline ReadLog read_log(const std::filesystem::path& folder, int images = 1, std::uint64_t checkpoint = 0) {
  std::vector<std::unique_ptr<LogReader>> readers;
  std::vector<LogView> views;
  for (int image = 0; image < images; ++image) {
    readers.push_back(std::make_unique<LogReader>(folder, checkpoint, image, images));
    views.push_back(readers.back()->view());
  }
  ReadLog result;
  for (const auto& reader : readers) {
    reader->accept(views);
    result.committed = reader->committed();
    result.remarks.insert(result.remarks.end(), reader->remarks().begin(), reader->remarks().end());
  }
  for (std::uint64_t version = checkpoint + 1; version <= result.committed; ++version) {
    std::map<std::filesystem::path, std::string> by_instance;
    for (const auto& reader : readers) {
      result.next_blank_node =
          reader->read(version, [&](std::string_view lines) { by_instance[reader->source()] += lines; })
              .next_blank_node;
    }
    for (const auto& [instance, lines] : by_instance) result.lines[version] += lines;
  }
  return result;
}

// Lines of a version on all of `images` images.
inline std::string all_lines_of(std::uint64_t version, int images, int lines = 3) {
  std::string out;
  for (int image = 0; image < images; ++image) out += lines_of(version, image, lines);
  return out;
}

}  // namespace quadrille::testing_log
