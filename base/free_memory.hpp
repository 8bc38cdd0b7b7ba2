#pragma once

namespace quadrille {

// Returns memory that the allocator keeps for reuse to the system. Takes some ms. Call it after freeing a lot of
// memory; otherwise a process stays as large as its largest request.
void release_free_memory();

}  // namespace quadrille
