#pragma once

namespace quadrille {

// Gives memory that the allocator keeps for later back to the system. Takes some ms: for who has just freed a lot of
// it, since otherwise a process stays as large as its largest request.
void release_free_memory();

}  // namespace quadrille
