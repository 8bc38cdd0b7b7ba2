#pragma once

// The universities of the LUBM benchmark as input of a build (`quadrille build --lubm N`): the bytes that
// `quadrille-bench lubm generate` writes, without a file.

#include <cstdint>
#include <memory>

#include "loader/build/generated_input.hpp"

namespace quadrille::server {

// LUBM(universities, seed), one piece for each university. Throws Error(user) if there is no such data set.
std::shared_ptr<const GeneratedInput> lubm_input(std::uint32_t universities, std::int32_t seed);

}  // namespace quadrille::server
