# quadrille_malloc: the memory allocator of a program that links it. A short query makes seven hundred small objects and
# frees them again, which costs a fifth of the query's time with glibc's malloc. So small objects come from lists of free
# blocks (base/small_blocks.hpp), 32 MB at most, and the rest from malloc. With -DQUADRILLE_MIMALLOC=ON all memory comes
# from mimalloc (package libmimalloc-dev) instead, which is as fast, but version 2.0 keeps the memory of large requests:
# after 24 queries of a megabyte at once the process stays at 530 MB, with glibc's malloc at 33.
option(QUADRILLE_MIMALLOC "Link the program with mimalloc" OFF)
add_library(quadrille_malloc INTERFACE)
if(QUADRILLE_MIMALLOC AND NOT QUADRILLE_SANITIZER)
  find_package(mimalloc 2.0 REQUIRED)
  # Before the C library, whose malloc it replaces, even if no code calls it by its own name.
  target_link_libraries(quadrille_malloc INTERFACE -Wl,--push-state,--no-as-needed mimalloc -Wl,--pop-state)
elseif(NOT QUADRILLE_SANITIZER)
  target_sources(quadrille_malloc INTERFACE ${CMAKE_SOURCE_DIR}/base/new_and_delete.cpp)
  target_link_libraries(quadrille_malloc INTERFACE base ${CMAKE_DL_LIBS})
endif()
