#include "server/commands/lines_ahead.hpp"

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

// Returns false if the piece is no longer wanted.
bool LinesAhead::hand_over() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return pieces_.size() < kMostPieces || is_given_up_; });
  if (is_given_up_) return false;
  pieces_.push_back(std::exchange(text_, {}));
  changed_.notify_all();
  return true;
}

void LinesAhead::quad(const QuadView& quad) {
  const auto write = [](std::string& text, const TermView& term) {
    append_ntriples(text, term);
    text += ' ';
  };
  // Equal subjects and predicates follow each other, and escaping takes most of the time.
  const auto write_again = [&](std::string& last, const TermView& term, bool is_same) {
    if (!is_same || last.empty()) last.clear(), write(last, term);
    text_ += last;
  };
  write_again(subject_, quad.subject, quad.same_subject);
  write_again(predicate_, quad.predicate, quad.same_predicate);
  write(text_, quad.object);
  if (quad.graph) write(text_, *quad.graph);
  text_ += ".\n";
}

}  // namespace quadrille::server
