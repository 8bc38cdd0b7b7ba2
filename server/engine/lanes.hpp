#pragma once

// The lanes of a serving job: long queries run in parallel, updates one after another, and compaction beside both.
// Changed settings go to the listeners of other groups in a lane of their own (settings_lane.hpp), and so do metrics,
// which wait for nothing (image_reports.hpp).

namespace quadrille::server {

inline constexpr int kQueryLanes = 4;
inline constexpr int kWriterLane = kQueryLanes;
inline constexpr int kCompactionLane = kQueryLanes + 1;
inline constexpr int kSettingsLane = kQueryLanes + 2;
inline constexpr int kReportLane = kQueryLanes + 3;
inline constexpr int kServeLanes = kQueryLanes + 4;

}  // namespace quadrille::server
