// Two buffers alternate between the thread that fills them and the reader that empties them.
//
//   empty --(thread fills)--> full --(reader takes it)--> being read --(read to its end)--> empty

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "base/copy_bytes.hpp"
#include "loader/rdf/byte_source.hpp"

namespace quadrille {

namespace {

class BackgroundSource : public ByteSource {
 public:
  BackgroundSource(std::unique_ptr<ByteSource> source, std::size_t buffer_bytes) : source_(std::move(source)) {
    for (Buffer& buffer : buffers_) buffer.bytes.resize(buffer_bytes);
    thread_ = std::thread([this] { fill_buffers(); });
  }
  ~BackgroundSource() override {
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  std::size_t read(std::span<char> to) override {
    Buffer& buffer = buffers_[reading_];
    wait_until(buffer, true);
    if (buffer.size == 0) {  // the end, or an error; it stays, for later calls
      if (error_) std::rethrow_exception(error_);
      return 0;
    }
    const std::size_t size = std::min(to.size(), buffer.size - buffer.read);
    copy_bytes(to.data(), buffer.bytes.data() + buffer.read, size);
    buffer.read += size;
    if (buffer.read == buffer.size) hand_over(buffer, false);
    return size;
  }

 private:
  struct Buffer {
    std::vector<char> bytes;
    std::size_t size = 0, read = 0;
    bool full = false;  // guarded by mutex_; decides who may use the other members
  };

  // Returns false if the reader has gone.
  bool wait_until(Buffer& buffer, bool full) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return buffer.full == full || stopped_; });
    return !stopped_;
  }

  void hand_over(Buffer& buffer, bool full) {
    {
      const std::lock_guard lock(mutex_);
      buffer.full = full;
    }
    changed_.notify_all();
    if (!full) reading_ ^= 1;
  }

  void fill(Buffer& buffer) {
    buffer.size = buffer.read = 0;
    while (buffer.size < buffer.bytes.size()) {
      const std::size_t got = source_->read(std::span(buffer.bytes).subspan(buffer.size));
      if (got == 0) return;
      buffer.size += got;
    }
  }

  // The bytes read before an error are returned first; the next buffer holds the error.
  void fill_buffers() {
    for (int filling = 0;; filling ^= 1) {
      Buffer& buffer = buffers_[filling];
      if (!wait_until(buffer, false)) return;
      if (!error_) {
        try {
          fill(buffer);
        } catch (...) {
          error_ = std::current_exception();
        }
      } else {
        buffer.size = 0;
      }
      const bool last = buffer.size == 0;
      hand_over(buffer, true);
      if (last) return;
    }
  }

  std::unique_ptr<ByteSource> source_;
  Buffer buffers_[2];
  int reading_ = 0;
  std::exception_ptr error_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopped_ = false;
  std::thread thread_;
};

}  // namespace

std::unique_ptr<ByteSource> read_in_background(std::unique_ptr<ByteSource> source, std::size_t buffer_bytes) {
  return std::make_unique<BackgroundSource>(std::move(source), buffer_bytes);
}

}  // namespace quadrille
