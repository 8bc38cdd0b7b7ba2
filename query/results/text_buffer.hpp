#pragma once

// A TextBuffer holds the bytes of an answer while they are written: a string with kWideBytes of room after its end, so
// that short texts are copied in wide steps (base/copy_wide.hpp). Its memory may come from any resource: the query's
// own, or shared memory if another image reads the bytes.
//
//   | written: size() | room | kWideBytes |
//
// All bytes in a TextBuffer may be read in wide steps.

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory_resource>
#include <string>
#include <string_view>
#include <utility>

#include "base/copy_bytes.hpp"
#include "base/copy_wide.hpp"

namespace quadrille::results {

class TextBuffer {
 public:
  explicit TextBuffer(std::pmr::memory_resource& memory = *std::pmr::new_delete_resource()) : memory_(&memory) {}
  TextBuffer(TextBuffer&& other) noexcept
      : memory_(other.memory_),
        begin_(std::exchange(other.begin_, nullptr)),
        end_(std::exchange(other.end_, nullptr)),
        limit_(std::exchange(other.limit_, nullptr)) {}
  TextBuffer& operator=(TextBuffer&& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(begin_, other.begin_);
    std::swap(end_, other.end_);
    std::swap(limit_, other.limit_);
    return *this;
  }
  ~TextBuffer() {
    if (begin_) memory_->deallocate(begin_, capacity() + kWideBytes, 1);
  }

  std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }
  bool empty() const { return begin_ == end_; }
  std::string_view view() const { return {begin_, size()}; }
  // The bytes written from `first` on.
  std::string_view from(std::size_t first) const { return {begin_ + first, size() - first}; }
  void clear() { end_ = begin_; }

  // Reserves room for `bytes` and kWideBytes after them. Write there, then pass the end of the written bytes to
  // end_at().
  char* reserve(std::size_t bytes) {
    if (static_cast<std::size_t>(limit_ - end_) < bytes) grow(bytes);
    return end_;
  }
  void end_at(const char* end) { end_ += end - end_; }

  void append(std::string_view text) {
    char* const to = reserve(text.size());
    copy_bytes(to, text.data(), text.size());
    end_ = to + text.size();
  }
  // `text` may be read in wide steps.
  void append_wide(std::string_view text) { end_ = copy_wide(reserve(text.size()), text.data(), text.size()); }
  void append(char byte) {
    *reserve(1) = byte;
    ++end_;
  }

 private:
  static constexpr std::size_t kFirstBytes = 4096;

  std::size_t capacity() const { return static_cast<std::size_t>(limit_ - begin_); }

  void grow(std::size_t bytes) {
    const std::size_t capacity = std::max({size() + bytes, 2 * this->capacity(), kFirstBytes});
    char* const larger = static_cast<char*>(memory_->allocate(capacity + kWideBytes, 1));
    if (begin_) {
      copy_bytes(larger, begin_, size());
      memory_->deallocate(begin_, this->capacity() + kWideBytes, 1);
    }
    end_ = larger + size();
    begin_ = larger;
    limit_ = larger + capacity;
  }

  std::pmr::memory_resource* memory_;
  char* begin_ = nullptr;
  char* end_ = nullptr;
  char* limit_ = nullptr;  // end of the room that size() may reach
};

// A short text that may be read in wide steps.
class WideText {
 public:
  WideText() : WideText(std::string_view()) {}
  explicit WideText(std::string_view text, std::string_view more = {}) : size_(text.size() + more.size()) {
    text_.reserve(size_ + kWideBytes);
    text_.append(text).append(more).append(kWideBytes, '\0');
  }
  std::string_view view() const { return {text_.data(), size_}; }

 private:
  std::string text_;
  std::size_t size_;
};

}  // namespace quadrille::results
