#include "server/launch/detail/remark_filter.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>

namespace quadrille::server {

namespace {

// The starts of Hydra's own lines (MPICH 3 and 4, Intel MPI).
constexpr std::array<std::string_view, 6> kBeginnings{
    "[mpiexec@",
    "[proxy:",
    "=",
    "YOUR APPLICATION TERMINATED WITH THE EXIT STRING",
    "This typically refers to a problem with your application",
    "Please see the FAQ page for debugging suggestions",
};

// The texts of Open MPI's mpiexec and daemons after "[host:00162] ": about an image that has died, and about a child
// that was faster than its parent.
constexpr std::array<std::string_view, 2> kOfOpenMpi{"PMIX ERROR: ", "plm:rsh: Warning: setpgid("};

// The text after "[host:00162] "; none if the line begins differently or is shorter.
std::optional<std::string_view> after_process(std::string_view line) {
  const std::size_t end = line.starts_with('[') ? line.find("] ") : std::string_view::npos;
  return end == std::string_view::npos ? std::nullopt : std::optional(line.substr(end + 2));
}

bool is_open_mpi_remark(std::string_view line) {
  const auto text = after_process(line);
  return text &&
         std::any_of(kOfOpenMpi.begin(), kOfOpenMpi.end(), [&](auto begin) { return text->starts_with(begin); });
}

bool may_become_open_mpi_remark(std::string_view line) {
  if (!line.starts_with('[')) return false;
  const auto text = after_process(line);
  return !text ||
         std::any_of(kOfOpenMpi.begin(), kOfOpenMpi.end(), [&](auto begin) { return begin.starts_with(*text); });
}

bool is_remark(std::string_view line) {
  return is_open_mpi_remark(line) ||
         std::any_of(kBeginnings.begin(), kBeginnings.end(), [&](auto begin) { return line.starts_with(begin); });
}

bool may_become_remark(std::string_view line) {
  return is_remark(line) || may_become_open_mpi_remark(line) ||
         std::any_of(kBeginnings.begin(), kBeginnings.end(), [&](auto begin) { return begin.starts_with(line); });
}

}  // namespace

void RemarkFilter::take(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::string_view piece = bytes.substr(0, end == std::string_view::npos ? end : end + 1);
    bytes.remove_prefix(piece.size());
    if (passing_) {
      pass(piece);
      passing_ = end == std::string_view::npos;
      continue;
    }
    line_ += piece;
    if (end != std::string_view::npos) {
      take_line(line_);
      line_.clear();
    } else if (!may_become_remark(line_)) {
      take_line(line_);
      line_.clear();
      passing_ = true;
    }
  }
}

void RemarkFilter::finish() {
  if (!line_.empty()) take_line(line_);
  line_.clear();
  take_line({});
}

void RemarkFilter::take_line(std::string_view line) {
  if (!line.empty() && is_remark(line)) {
    remarks_ += line;
    empty_before_ = false;
    return;
  }
  if (empty_before_) pass("\n");
  empty_before_ = line == "\n";
  if (!empty_before_) pass(line);
}

void RemarkFilter::pass(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(to_, bytes.data(), bytes.size());
    if (written <= 0) return;  // it has no reader any more
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace quadrille::server
