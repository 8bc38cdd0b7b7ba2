#include "server/launch/packed_words.hpp"

#include <algorithm>
#include <string_view>

namespace quadrille::server {

namespace {

constexpr std::string_view kMark = "--packed-words";
constexpr std::size_t kMostWords = 200;           // stay unchanged: readable in a list of processes
constexpr std::size_t kPackedBytes = 100 * 1024;  // the system accepts words of up to 128 KB

// A line for a word with any content.
std::string line_of(const std::string& word) {
  std::string line;
  for (const char character : word) {
    if (character == '\\')
      line += "\\\\";
    else if (character == '\n')
      line += "\\n";
    else
      line += character;
  }
  return line + '\n';
}

}  // namespace

std::vector<std::string> pack_words(std::span<const std::string> words) {
  if (words.size() <= kMostWords) return {words.begin(), words.end()};
  std::vector<std::string> packed{std::string(kMark), ""};
  for (const std::string& word : words) {
    const std::string line = line_of(word);
    if (packed.back().size() + line.size() > kPackedBytes && !packed.back().empty()) packed.emplace_back();
    packed.back() += line;
  }
  return packed;
}

std::vector<std::string> unpack_words(std::span<const std::string> words) {
  if (words.empty() || words[0] != kMark) return {words.begin(), words.end()};
  std::vector<std::string> unpacked;
  std::string word;
  for (const std::string& lines : words.subspan(1)) {
    for (std::size_t at = 0; at < lines.size(); ++at) {
      if (lines[at] == '\n') {
        unpacked.push_back(std::move(word));
        word.clear();
      } else if (lines[at] == '\\' && at + 1 < lines.size()) {
        word += lines[++at] == 'n' ? '\n' : lines[at];
      } else {
        word += lines[at];
      }
    }
  }
  return unpacked;
}

}  // namespace quadrille::server
