#pragma once

// The protocol between launcher and images. The variables hold paths below /proc/PID/fd of the launcher: a pipe that is
// opened there is the same pipe, even if processes in between close descriptors or do not pass them on. The paths are
// valid only on the launcher's host, so the variables, which reach all hosts, name that host.

#include <string>

namespace quadrille::server {

inline constexpr const char* kHostVariable = "QUADRILLE_LAUNCHER_HOST";      // process_space() of the launcher
inline constexpr const char* kReportVariable = "QUADRILLE_LAUNCHER_REPORT";  // pipe to write lines to
inline constexpr const char* kLifeVariable = "QUADRILLE_LAUNCHER_LIFE";      // pipe that ends with the launcher
inline constexpr const char* kInputVariable = "QUADRILLE_LAUNCHER_INPUT";
inline constexpr const char* kOutputVariable = "QUADRILLE_LAUNCHER_OUTPUT";
inline constexpr const char* kImagesVariable = "QUADRILLE_LAUNCHER_IMAGES";
inline constexpr const char* kTerminalVariable = "QUADRILLE_LAUNCHER_TERMINAL";  // 1: its standard error is a terminal

// Lines of the report.
inline const std::string kHere = "here ";  // process id, number of the image (-1: not known from the launcher of MPI)
inline const std::string kMet = "met ";    // process id; all images have found each other
inline const std::string kServing = "serving ";  // process id; of image 0
inline const std::string kEnding = "ending ";    // process id; its work is done, and it ends when all are done
inline const std::string kNotify = "notify ";    // a line for the service manager (service_manager.hpp)
inline const std::string kLost = "lost ";        // why all images end, in one line
inline const std::string kLeft = "left ";        // process id, exit status

// The same in two processes that see the same /proc: the kernel's boot, and the namespace of process ids.
std::string process_space();

}  // namespace quadrille::server
