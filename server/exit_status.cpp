#include "server/exit_status.hpp"

#include <cstdio>
#include <exception>
#include <new>

#include "base/error.hpp"

namespace quadrille::server {

int run_and_report(const std::function<int()>& command) {
  try {
    return command();
  } catch (const Error& error) {
    std::fprintf(stderr, "quadrille: %s\n", error.what());
    return exit_code(error.kind());
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "quadrille: no memory is left; give it more or lower --memory\n");
    return exit_code(ErrorKind::memory);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "quadrille: internal error: %s\n", error.what());
    return exit_code(ErrorKind::internal);
  }
}

}  // namespace quadrille::server
