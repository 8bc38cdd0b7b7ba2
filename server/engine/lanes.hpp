#pragma once

// The lanes of a serving job: long queries run in parallel, updates one after another, and compaction beside both. The
// last lane brings changes of settings to the listeners of other groups (settings_lane.hpp).

namespace quadrille::server {

inline constexpr int kQueryLanes = 4;
inline constexpr int kWriterLane = kQueryLanes;
inline constexpr int kCompactionLane = kQueryLanes + 1;
inline constexpr int kSettingsLane = kQueryLanes + 2;
inline constexpr int kServeLanes = kQueryLanes + 3;

}  // namespace quadrille::server
