#pragma once

// Compresses text as one frame of zstd. Every reader of zstd accepts a file of several frames, and a parallel reader
// can read the frames separately.

#include <string>

namespace quadrille {

// Replaces `text` by a frame with its content and its size. Local; threads may call it at the same time.
void compress_to_frame(std::string& text);

}  // namespace quadrille
