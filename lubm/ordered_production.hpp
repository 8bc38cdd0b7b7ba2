#pragma once

// Threads that make numbered pieces of text in any order, for one consumer that takes them in order.
//
//   thread 1   make 0 ......... make 2 ....
//   thread 2   make 1 .... make 3 .........      at most two pieces a thread are made or wait
//   caller               take 0, 1, 2, 3

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace quadrille::lubm {

// Calls make(i, piece) once for every i below `pieces`, in `threads` threads and with an empty `piece`, and take(piece)
// in the calling thread in the order of i. Buffers are used again. The first exception of either stops the production
// and is thrown here when all threads have ended.
void produce_in_order(std::uint32_t pieces, unsigned threads,
                      const std::function<void(std::uint32_t, std::string&)>& make,
                      const std::function<void(std::string_view)>& take);

}  // namespace quadrille::lubm
