#include "server/commands/stack_size.hpp"

#include <pthread.h>
#include <sys/resource.h>

#include <algorithm>

namespace quadrille::server {

namespace {
constexpr rlim_t kStackBytes = rlim_t{16} << 20;
}

// If the limit cannot be raised it stays: the usual 8 MB are enough for most queries.
void set_stack_size() {
  rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < kStackBytes) {
    limit.rlim_cur = std::min(kStackBytes, limit.rlim_max);
    setrlimit(RLIMIT_STACK, &limit);  // the first thread's stack grows up to this
  }
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return;
  if (pthread_attr_setstacksize(&attributes, kStackBytes) == 0) pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
}

}  // namespace quadrille::server
