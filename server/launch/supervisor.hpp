#pragma once

// The supervisor of `quadrille serve --restart` restarts the images when they die. It runs on the first host; all
// images have ended before the next ones start, since they share the port and the lock of the database.
//
//          +------------------ a death: after 1, 2, 4 .. 30 s -----------------+
//          v                                                                   |
//   start -+-> images run --+-- a signal: their status, 0 --> end              |
//                           +-- a reported error (status 1) --> end            |
//                           +-- a death ---------------------------------------+-- 8 in a row without serving --> end,
//                                                                                  status 2
//
// A database on disk is complete from the end of its build on, so a restart needs no repair.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "server/launch/launcher.hpp"

namespace quadrille::server {

// The delay in seconds before the next run, after `deaths` runs in a row have died without serving (0: the last one has
// served); none: no further run. `shortest` is the first delay.
std::optional<double> restart_delay(int deaths, double shortest = 1);

// Calls launch_images() again and again; reports on standard error. `words`: returns those of the next run.
int supervise_images(const Launch& launch, const std::function<std::vector<std::string>()>& words);

}  // namespace quadrille::server
