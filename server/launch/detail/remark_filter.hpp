#pragma once

// What the images print comes through mpiexec, and mpiexec adds its own remarks when one of them dies: a banner of
// twelve lines, and traces of its source. They are kept back; the launcher says itself what happened, and shows them
// only where it knows nothing better.
//
//   pipe of mpiexec's output -> RemarkFilter -> the command's output, at once
//                                     +-> remarks()

#include <string>
#include <string_view>

namespace quadrille::server {

class RemarkFilter {
 public:
  // Writes to the descriptor `to`, which stays the caller's.
  explicit RemarkFilter(int to) : to_(to) {}

  void take(std::string_view bytes);
  // No more bytes come.
  void finish();
  const std::string& remarks() const { return remarks_; }

 private:
  void take_line(std::string_view line);
  void pass(std::string_view bytes);

  int to_;
  std::string line_;           // the beginning of one that may become a remark
  bool passing_ = false;       // the beginning of this line has been passed on
  bool empty_before_ = false;  // an empty line waits: one stands before the banner
  std::string remarks_;
};

}  // namespace quadrille::server
