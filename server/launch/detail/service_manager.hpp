#pragma once

// Messages to the service manager (systemd, or the program that starts a container) about the state of a server, by the
// protocol of sd_notify(3): one datagram to the socket that the variable NOTIFY_SOCKET names.
//
//   READY=1                        the server answers queries
//   STATUS=recovering, 40 %        for people
//   EXTEND_TIMEOUT_USEC=120000000  the start or the end takes longer, up to this time from now
//   STOPPING=1                     the server is ending
//
// The manager accepts messages of the process that it has started. So the images send theirs to the launcher
// (LauncherLink::notify), which passes them on.

#include <string_view>

namespace quadrille::server {

// Local. Sends a line of the above. Returns false if no manager wants it, or if it cannot be sent: a service works
// without these messages. The socket is a path, or a name without a file ("@name").
bool notify_service_manager(std::string_view line);

}  // namespace quadrille::server
