#include "server/commands/program_version.hpp"

namespace quadrille::server {

const char kProgramVersion[] = QUADRILLE_BUILD;

}  // namespace quadrille::server
