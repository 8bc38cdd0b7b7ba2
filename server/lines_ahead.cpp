#include "server/lines_ahead.hpp"

#include <chrono>
#include <utility>

namespace quadrille::server {

namespace {

constexpr std::chrono::seconds kPatience{3};
constexpr std::size_t kPieceBytes = std::size_t{256} << 10, kMostPieces = 4;

}  // namespace

LinesAhead::LinesAhead(QuadReader& reader) : reader_(reader), thread_([this] { make(); }) {}

LinesAhead::~LinesAhead() {
  {
    const std::lock_guard lock(mutex_);
    is_given_up_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

std::string LinesAhead::next() {
  std::unique_lock lock(mutex_);
  if (!changed_.wait_for(lock, kPatience, [this] { return !pieces_.empty() || has_ended_; })) return "\n";
  if (pieces_.empty() && error_) std::rethrow_exception(error_);
  if (pieces_.empty()) return {};
  std::string piece = std::move(pieces_.front());
  pieces_.pop_front();
  changed_.notify_all();
  return piece;
}

void LinesAhead::make() {
  std::exception_ptr error;
  try {
    while (reader_.read_piece(*this)) {
      if (text_.size() >= kPieceBytes && !hand_over()) return;
    }
    if (!text_.empty() && !hand_over()) return;
  } catch (...) {
    error = std::current_exception();
  }
  {
    const std::lock_guard lock(mutex_);
    error_ = error;
    has_ended_ = true;
  }
  changed_.notify_all();
}

// false: nobody wants the piece.
bool LinesAhead::hand_over() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return pieces_.size() < kMostPieces || is_given_up_; });
  if (is_given_up_) return false;
  pieces_.push_back(std::exchange(text_, {}));
  changed_.notify_all();
  return true;
}

void LinesAhead::quad(const QuadView& quad) {
  for (const TermView& term : {quad.subject, quad.predicate, quad.object}) {
    append_ntriples(text_, term);
    text_ += ' ';
  }
  if (quad.graph) {
    append_ntriples(text_, *quad.graph);
    text_ += ' ';
  }
  text_ += ".\n";
}

}  // namespace quadrille::server
