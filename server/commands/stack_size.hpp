#pragma once

namespace quadrille::server {

// Gives this thread, and every later thread, a stack for the deepest query that the parser accepts: 500 brackets, or
// 2000 nested operators, which recursive functions visit many times. The default of the system is the value of `ulimit
// -s` at the start of the program, which may be small. Only address space is used. Called once, before anything else.
void set_stack_size();

}  // namespace quadrille::server
