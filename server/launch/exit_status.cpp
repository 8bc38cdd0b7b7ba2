#include "server/launch/exit_status.hpp"

#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "base/error.hpp"
#include "server/launch/standard_output.hpp"

namespace quadrille::server {

int run_and_report(const std::function<int()>& command, bool speaks) {
  const auto tell = [&](const std::string& message) {
    if (speaks) std::fprintf(stderr, "quadrille: %s\n", message.c_str());
  };
  try {
    return command();
  } catch (const ReaderLeft&) {
    return 0;
  } catch (const Error& error) {
    tell(error.what());
    return exit_code(error.kind());
  } catch (const std::bad_alloc&) {
    tell("out of memory; give the program more, or lower --memory");
    return exit_code(ErrorKind::memory);
  } catch (const std::exception& error) {
    tell(std::string("internal error: ") + error.what());
    return exit_code(ErrorKind::internal);
  }
}

}  // namespace quadrille::server
