# quadrille_malloc: what a program links that is to use mimalloc as its malloc, with -DQUADRILLE_MIMALLOC=ON (package
# libmimalloc-dev). A short query makes hundreds of small objects and drops them again, which costs glibc's malloc a fifth
# of the query's time and mimalloc a third of that. But mimalloc 2.0 keeps what large requests have freed: after 24
# queries of a megabyte at once the process stays at 530 MB, with glibc's malloc at 33. So it is not the default.
option(QUADRILLE_MIMALLOC "Link the program with mimalloc" OFF)
add_library(quadrille_malloc INTERFACE)
if(QUADRILLE_MIMALLOC AND NOT QUADRILLE_SANITIZER)
  find_package(mimalloc 2.0 REQUIRED)
  # Before the C library, whose malloc it stands for, even if nothing calls it by its own name.
  target_link_libraries(quadrille_malloc INTERFACE -Wl,--push-state,--no-as-needed mimalloc -Wl,--pop-state)
endif()
