#pragma once

// The lanes of a serving job, which all databases of a server share: long queries run in parallel, and so do updates of
// different databases; compaction and backups run beside both. The work of administrators goes to all images in a
// lane of its own (administration_lane.hpp), and so do metrics, which wait for nothing (image_reports.hpp).

namespace quadrille::server {

inline constexpr int kQueryLanes = 4;
inline constexpr int kWriterLanes = 4;
inline constexpr int kFirstWriterLane = kQueryLanes;
inline constexpr int kCompactionLane = kFirstWriterLane + kWriterLanes;
inline constexpr int kAdministrationLane = kCompactionLane + 1;
inline constexpr int kReportLane = kAdministrationLane + 1;
inline constexpr int kServeLanes = kReportLane + 1;

}  // namespace quadrille::server
