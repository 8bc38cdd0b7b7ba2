#include "pgas/shared_object.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.hpp"

namespace quadrille::pgas {

namespace {

std::string reason() {
  return std::strerror(errno);
}

int create_fd(SharedObjectKind kind, const std::string& name) {
  if (kind == SharedObjectKind::memfd) return memfd_create("quadrille-heap", MFD_CLOEXEC);
  return shm_open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
}

}  // namespace

SharedObject::~SharedObject() {
  if (data_) munmap(data_, bytes_);
  if (fd_ >= 0) close(fd_);
  unlink();
}

SharedObject SharedObject::create(SharedObjectKind kind, std::size_t bytes, const std::string& name_hint) {
  SharedObject object;
  object.kind_ = kind;
  object.bytes_ = bytes;
  const std::string name = fmt::format("/{}-{}", name_hint, getpid());
  object.fd_ = create_fd(kind, name);
  if (object.fd_ < 0) fail(ErrorKind::io, "cannot create shared memory: {}", reason());
  if (kind == SharedObjectKind::posix_shm) object.name_ = object.opened_name_ = name;
  if (ftruncate(object.fd_, static_cast<off_t>(bytes)) != 0) {
    fail(ErrorKind::memory, "cannot reserve {} MB of shared memory: {}", bytes >> 20, reason());
  }
  return object;
}

SharedObject SharedObject::open(const SharedObjectAddress& address, std::size_t bytes) {
  SharedObject object;
  object.kind_ = address.kind;
  object.bytes_ = bytes;
  if (address.kind == SharedObjectKind::memfd) {
    const std::string path = fmt::format("/proc/{}/fd/{}", address.pid, address.fd);
    object.fd_ = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  } else {
    object.fd_ = shm_open(address.name, O_RDWR | O_CLOEXEC, 0600);
  }
  if (object.fd_ < 0) fail(ErrorKind::io, "cannot open the shared memory of process {}: {}", address.pid, reason());
  return object;
}

SharedObjectAddress SharedObject::address() const {
  SharedObjectAddress address;
  address.kind = kind_;
  address.fd = fd_;
  address.pid = getpid();
  std::strncpy(address.name, opened_name_.c_str(), sizeof address.name - 1);
  return address;
}

void SharedObject::unlink() {
  if (!name_.empty()) shm_unlink(name_.c_str());
  name_.clear();
}

void SharedObject::map(std::uintptr_t where) {
  void* mapped = mmap(reinterpret_cast<void*>(where), bytes_, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE, fd_, 0);
  if (mapped == MAP_FAILED) {
    fail(ErrorKind::memory, "cannot map {} MB of shared memory at {:#x}: {}; is the address space limited (ulimit -v)?",
         bytes_ >> 20, where, reason());
  }
  data_ = static_cast<std::byte*>(mapped);
  if (reinterpret_cast<std::uintptr_t>(mapped) != where) {  // kernels before 4.17 take the address as a hint
    fail(ErrorKind::memory, "the address {:#x} is taken in this process", where);
  }
}

void SharedObject::commit(std::size_t offset, std::size_t bytes) {
  if (offset + bytes > bytes_) fail(ErrorKind::memory, "{} bytes wanted past the end of a shared object", bytes);
  int result = 0;
  do {
    result = fallocate(fd_, 0, static_cast<off_t>(offset), static_cast<off_t>(bytes));
  } while (result != 0 && errno == EINTR);
  if (result == 0) return;
  const char* advice = kind_ == SharedObjectKind::posix_shm
                           ? "/dev/shm is full: remount it larger or set --memory lower"
                           : "the host is short of memory: set --memory lower";
  fail(ErrorKind::memory, "no memory for {} more MB ({}); {}", (bytes + 0xfffff) >> 20, reason(), advice);
}

void SharedObject::release(std::size_t offset, std::size_t bytes) {
  fallocate(fd_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset), static_cast<off_t>(bytes));
}

void SharedObject::swap(SharedObject& other) noexcept {
  std::swap(kind_, other.kind_);
  std::swap(fd_, other.fd_);
  std::swap(name_, other.name_);
  std::swap(opened_name_, other.opened_name_);
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
}

}  // namespace quadrille::pgas
