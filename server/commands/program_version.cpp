#include "server/commands/program_version.hpp"

namespace quadrille::server {

const char kProgramVersion[] = QUADRILLE_BUILD;
const char kProgramDate[] = QUADRILLE_DATE;

}  // namespace quadrille::server
