#pragma once

// Text as one frame of zstd: frames one after the other are a file that every reader of zstd takes, and that a parallel
// one can take apart again.

#include <string>

namespace quadrille::lubm {

// Replaces `text` by a frame with its content and its size. Local; threads may call it at the same time.
void compress_to_frame(std::string& text);

}  // namespace quadrille::lubm
