#pragma once

namespace quadrille {

// Returns memory that the allocator keeps for reuse to the system. Takes some ms. Call it after freeing a lot of
// memory; otherwise a process stays as large as its largest request.
void release_free_memory();

// From now on malloc keeps up to 2 MB of free memory at the end of each of its heaps, of which there are up to eight
// for each core, and reuses blocks up to 1 MB. By default it keeps 128 KB until a larger block has been freed. A server
// of short queries then gives memory back many times a second, and each time stops its other threads to change their
// mappings: BSBM's mix with 16 clients on 2 cores had 0.70 of the rate. Blocks above 1 MB always go back at once.
void keep_free_memory();

}  // namespace quadrille
