#pragma once

// Packed words are the words of a command, joined into few long ones. Hydra has room for a thousand words (its mpiexec
// crashes with more), but the shell's glob may give the command 30,000 files.
//
//   build --db d a.nt b.nt ...   ->   --packed-words "build\n--db\nd\na.nt\n ..." "..."

#include <span>
#include <string>
#include <vector>

namespace quadrille::server {

// Returns `words` unchanged if there are few.
std::vector<std::string> pack_words(std::span<const std::string> words);

// Returns the words that pack_words() was given.
std::vector<std::string> unpack_words(std::span<const std::string> words);

}  // namespace quadrille::server
