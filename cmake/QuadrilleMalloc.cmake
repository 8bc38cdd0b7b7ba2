# quadrille_malloc: what a program links that is to use mimalloc as its malloc. A short query makes hundreds of small
# objects and drops them again, which costs glibc's malloc a fifth of the query's time and mimalloc a third of that.
# Nothing, where the library is missing or a sanitizer has its own.
add_library(quadrille_malloc INTERFACE)
if(NOT QUADRILLE_SANITIZER)
  find_package(mimalloc 2.0 QUIET)
  if(TARGET mimalloc)
    # Before the C library, whose malloc it stands for, even if nothing calls it by its own name.
    target_link_libraries(quadrille_malloc INTERFACE -Wl,--push-state,--no-as-needed mimalloc -Wl,--pop-state)
  else()
    message(STATUS "mimalloc is not there: short queries take a tenth longer")
  endif()
endif()
