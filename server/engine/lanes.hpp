#pragma once

// The lanes of a serving job: long queries run in parallel, updates one after another, and compaction beside both. The
// metrics have a lane of their own, so that they wait for nothing.

namespace quadrille::server {

inline constexpr int kQueryLanes = 4;
inline constexpr int kWriterLane = kQueryLanes;
inline constexpr int kCompactionLane = kQueryLanes + 1;
inline constexpr int kReportLane = kQueryLanes + 2;
inline constexpr int kServeLanes = kQueryLanes + 3;

}  // namespace quadrille::server
