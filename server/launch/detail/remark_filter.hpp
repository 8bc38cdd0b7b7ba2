#pragma once

// A RemarkFilter copies the output of the images, which comes through mpiexec, without mpiexec's remarks about a dead
// image: a banner of twelve lines, and traces of its source. The launcher reports the event itself, and shows the
// remarks only if it has no better information.
//
//   pipe of mpiexec's output -> RemarkFilter -> the command's output, at once
//                                     +-> remarks()

#include <string>
#include <string_view>

namespace quadrille::server {

class RemarkFilter {
 public:
  // Writes to the descriptor `to`, which the caller closes.
  explicit RemarkFilter(int to) : to_(to) {}

  void take(std::string_view bytes);
  // Ends the input.
  void finish();
  const std::string& remarks() const { return remarks_; }

 private:
  void take_line(std::string_view line);
  void pass(std::string_view bytes);

  int to_;
  std::string line_;           // the start of a line that may become a remark
  bool passing_ = false;       // the start of this line has been passed on
  bool empty_before_ = false;  // an empty line is held back: one precedes the banner
  std::string remarks_;
};

}  // namespace quadrille::server
