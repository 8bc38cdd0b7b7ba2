#pragma once

// The standard output of a command. If it is a pipe whose reader has closed it (`quadrille dump --db x | head`), the
// command ends at once, without a message and with status 0.

#include <string_view>

#include "base/error.hpp"

namespace quadrille::server {

// The reader of the output has gone; run_and_report() then ends the command silently. Teams pass errors as kind and
// message, so a collective command remembers on its first image that this was the error.
class ReaderLeft : public Error {
 public:
  ReaderLeft() : Error(ErrorKind::cancelled, "the reader of the output has closed it") {}
};

// Local. Throws ReaderLeft, or Error(io) for another reason, such as a full disk.
void write_standard_output(std::string_view bytes);
// Local. Flushes buffered output; throws the same.
void finish_standard_output();
// Local. Both.
void print(std::string_view text);

}  // namespace quadrille::server
