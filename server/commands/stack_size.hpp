#pragma once

namespace quadrille::server {

// Gives this thread, and every one that is made from here on, a stack for the deepest query that the parser lets
// through: 500 brackets, or 2000 operators on top of each other, are walked by recursion many times. By itself the
// system gives a thread what `ulimit -s` says when the program starts, which may be little. Only address space is
// taken. Called once, first of all.
void set_stack_size();

}  // namespace quadrille::server
