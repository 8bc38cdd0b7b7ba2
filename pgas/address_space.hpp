#pragma once

// The address ranges of shared memory, the same in every process of a group, so that a pointer into it is valid in all
// of them. The ranges avoid those of the loader, malloc and the sanitizers' shadow memory on x86-64 and AArch64 with 47
// bits of user addresses.
//
//   kFilesBase                      kHeapsBase         kHeapsEnd
//   | database files, mapped        | heap of image 0 | heap of image 1 | ...
//
// The stride between heaps is computed at start-up: the largest heap of the group, rounded up to a power of two.

#include <cstdint>

namespace quadrille::pgas {

#if defined(__SANITIZE_THREAD__)  // ThreadSanitizer gives programs only the first tebibyte and the top of the space
inline constexpr std::uintptr_t kFilesBase = 0x0010'0000'0000;
inline constexpr std::uintptr_t kHeapsBase = 0x0040'0000'0000;
inline constexpr std::uintptr_t kHeapsEnd = 0x00f0'0000'0000;
#else
#if defined(__SANITIZE_ADDRESS__)
inline constexpr std::uintptr_t kFilesBase = 0x1000'8000'0000;  // after its shadow memory
#else
inline constexpr std::uintptr_t kFilesBase = 0x1000'0000'0000;
#endif
inline constexpr std::uintptr_t kHeapsBase = 0x2000'0000'0000;
inline constexpr std::uintptr_t kHeapsEnd = 0x5000'0000'0000;
#endif

}  // namespace quadrille::pgas
