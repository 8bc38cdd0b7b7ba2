#pragma once

// The lanes of a serving job: long queries run in parallel, updates one after another, and compaction beside both. The
// next lane brings changes of settings to the listeners of other groups (settings_lane.hpp). Metrics have a lane of their
// own, so that they wait for nothing.

namespace quadrille::server {

inline constexpr int kQueryLanes = 4;
inline constexpr int kWriterLane = kQueryLanes;
inline constexpr int kCompactionLane = kQueryLanes + 1;
inline constexpr int kSettingsLane = kQueryLanes + 2;
inline constexpr int kReportLane = kQueryLanes + 3;
inline constexpr int kServeLanes = kQueryLanes + 4;

}  // namespace quadrille::server
