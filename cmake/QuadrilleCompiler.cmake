# The options with which every target of the project is compiled.
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug or RelWithDebInfo" FORCE)
endif()

option(QUADRILLE_WERROR "Warnings are errors" OFF)
set(QUADRILLE_SANITIZER "" CACHE STRING "Sanitizers to build with: address, thread or empty")

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Paths are relative to the checkout, so that another checkout finds what this one has compiled.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=true
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE_PROGRAM})
  set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
endif()

# The same options for all targets, so that they can share precompiled headers.
add_compile_options(-pthread)

# GCC collects its garbage when its heap has doubled, from 128 MB on; from 500 MB on, a large unit takes a sixth less
# time, and no more memory.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=500000>)
endif()

# The largest units take 2 GB of memory: with less for each core, fewer are compiled at a time.
cmake_host_system_information(RESULT memory_mb QUERY TOTAL_PHYSICAL_MEMORY)
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
math(EXPR compilations "${memory_mb} / 2000")
if(CMAKE_UNITY_BUILD AND compilations LESS_EQUAL cores)
  if(compilations LESS 1)
    set(compilations 1)
  endif()
  set_property(GLOBAL PROPERTY JOB_POOLS compile=${compilations})
  set(CMAKE_JOB_POOL_COMPILE compile)
endif()

# Our own code is compiled with warnings; generated code (the SPARQL parser) is not.
add_library(quadrille_warnings INTERFACE)
target_compile_options(quadrille_warnings INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual)
if(CMAKE_UNITY_BUILD)
  # A source that is included by another looks like a header. The compiler warns of types in it that have members of
  # unnamed namespaces.
  target_compile_options(quadrille_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
  # GCC bounds how much a large unit may grow by inlining, which would make look-ups 3 % slower and joins 6 %. As it then
  # sees through more of the C++ library, GCC 12 gives these warnings for strings that are in order.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(
      quadrille_warnings
      INTERFACE $<$<COMPILE_LANGUAGE:CXX>:--param=large-unit-insns=1000000 -Wno-restrict -Wno-array-bounds
                -Wno-stringop-overflow -Wno-stringop-overread>)
  endif()
endif()
if(QUADRILLE_WERROR)
  target_compile_options(quadrille_warnings INTERFACE -Werror)
endif()

# Every machine of the last fifteen years has x86-64-v2; hot loops that use newer instructions select them at run time.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|amd64")
  add_compile_options(-march=x86-64-v2 -mtune=generic)
endif()

# The sanitizers find more in code that is optimised less; -g1 gives reports their lines, and the build takes half the
# time.
if(QUADRILLE_SANITIZER)
  add_compile_options(-O1 -g1)
endif()
if(QUADRILLE_SANITIZER STREQUAL "address")
  add_compile_options(-fsanitize=address,undefined -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=address,undefined)
elseif(QUADRILLE_SANITIZER STREQUAL "thread")
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
  add_link_options(-fsanitize=thread)
endif()

# With clang: every library counts the code that has run, so that libFuzzer (tests/fuzz) recognises inputs that run new
# code.
if(QUADRILLE_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
