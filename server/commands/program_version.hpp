#pragma once

namespace quadrille::server {

// "0.1.0 (1f2e3d4)": the version, and the commit of the sources if it is known.
extern const char kProgramVersion[];

// The date of the sources: "2026-03-01".
extern const char kProgramDate[];

}  // namespace quadrille::server
