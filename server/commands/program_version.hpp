#pragma once

namespace quadrille::server {

// "0.1.0 (1f2e3d4)": the version, and the commit of the sources if it is known.
extern const char kProgramVersion[];

}  // namespace quadrille::server
