#pragma once

// The lanes of a serving job: long queries run in parallel, updates one after another, and compaction beside both.

namespace quadrille::server {

inline constexpr int kQueryLanes = 4;
inline constexpr int kWriterLane = kQueryLanes;
inline constexpr int kCompactionLane = kQueryLanes + 1;
inline constexpr int kServeLanes = kQueryLanes + 2;

}  // namespace quadrille::server
