#pragma once

// A SharedObject is a piece of memory that processes of one host share. It is a memfd if possible: it has no name, so
// nothing is left behind after kill -9, and /dev/shm does not limit its size. Otherwise (no memfd or /proc/PID/fd) it
// is POSIX shm, whose name is removed as soon as all processes have opened it.

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace quadrille::pgas {

enum class SharedObjectKind : std::int32_t { memfd, posix_shm };

// Data with which another process can open the object; sent by a collective at start-up.
struct SharedObjectAddress {
  SharedObjectKind kind = SharedObjectKind::memfd;
  std::int32_t fd = -1;
  std::int64_t pid = 0;
  char name[64] = {};  // posix_shm
};

class SharedObject {
 public:
  SharedObject() = default;
  SharedObject(SharedObject&& other) noexcept { swap(other); }
  SharedObject& operator=(SharedObject&& other) noexcept {
    swap(other);
    return *this;
  }
  ~SharedObject();

  // Local. Creates an object of `bytes` without memory behind them. Throws Error(memory or io) with advice.
  static SharedObject create(SharedObjectKind kind, std::size_t bytes, const std::string& name_hint);
  // Local. Opens an object that another process has created.
  static SharedObject open(const SharedObjectAddress& address, std::size_t bytes);

  SharedObjectAddress address() const;
  void unlink();  // posix_shm: removes the name; the memory stays while mapped

  // Local. Maps all of it at exactly `where`.
  void map(std::uintptr_t where);
  // Local. Ensures that the bytes have memory behind them. Throws Error(memory) if there is none left, so that a later
  // write cannot cause SIGBUS.
  void commit(std::size_t offset, std::size_t bytes);
  // Local. Frees the memory of the bytes; they read as zeros afterwards.
  void release(std::size_t offset, std::size_t bytes);

  std::size_t size() const { return bytes_; }
  std::byte* data() const { return data_; }

 private:
  void swap(SharedObject& other) noexcept;

  SharedObjectKind kind_ = SharedObjectKind::memfd;
  int fd_ = -1;
  std::string name_;  // posix_shm, while it has one that we made
  std::string opened_name_;
  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace quadrille::pgas
