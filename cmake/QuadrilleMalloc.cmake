# quadrille_malloc: the allocator of a program that links it, jemalloc. A short query makes some six hundred small objects
# and drops them again; glibc's malloc takes a fifth more instructions for the whole query (docs/decisions/small-objects.md).
# Without the package the program uses the malloc of the C library. The sanitizers have their own.
add_library(quadrille_malloc INTERFACE)
if(NOT QUADRILLE_SANITIZER)
  pkg_check_modules(JEMALLOC QUIET jemalloc)
  if(JEMALLOC_FOUND)
    # Before the C library, whose malloc it stands for, even if nothing calls it by its own name.
    target_link_libraries(quadrille_malloc INTERFACE
      -Wl,--push-state,--no-as-needed ${JEMALLOC_LINK_LIBRARIES} -Wl,--pop-state)
  else()
    message(WARNING "jemalloc was not found: short queries will take a fifth longer. scripts/install-dependencies installs it.")
  endif()
endif()
