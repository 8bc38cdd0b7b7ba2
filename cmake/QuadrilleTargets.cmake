# One folder, one library, one test program.

# Tests run once after they are built, and so does some code in each command: these are optimised little.
set(quadrille_cold_options $<$<CONFIG:Release>:-O1>)

# If CMAKE_UNITY_BUILD is on (the presets for releases), all sources of a target are compiled together: a fresh build
# takes a third of the time. So a name in an anonymous namespace occurs in one source of a target. The other presets
# compile each source alone, which shows missing includes.
set(CMAKE_UNITY_BUILD_BATCH_SIZE 0)

# quadrille_library(name SOURCES a.cpp ... [PUBLIC a.hpp ...] DEPENDS other ... [COLD])
# Includes are written from the root of the tree. Without sources the library has only headers.
# PUBLIC: the headers that other rooms may include; tests/house reads it.
# COLD: code that runs once for a command, and is optimised little.
function(quadrille_library name)
  cmake_parse_arguments(ARG "COLD" "" "SOURCES;PUBLIC;DEPENDS;PRIVATE_DEPENDS" ${ARGN})
  if(ARG_SOURCES)
    add_library(${name} STATIC ${ARG_SOURCES})
    target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR})
    target_link_libraries(${name} PUBLIC ${ARG_DEPENDS} PRIVATE quadrille_warnings ${ARG_PRIVATE_DEPENDS})
    target_precompile_headers(${name} REUSE_FROM quadrille_library_headers)
    if(ARG_COLD)
      target_compile_options(${name} PRIVATE ${quadrille_cold_options})
    endif()
  else()
    add_library(${name} INTERFACE)
    target_include_directories(${name} INTERFACE ${CMAKE_SOURCE_DIR})
    target_link_libraries(${name} INTERFACE ${ARG_DEPENDS})
  endif()
endfunction()

# quadrille_benchmark(name SOURCES a_bench.cpp ... DEPENDS lib ...)
# A program of Google benchmark, to be run by hand; not built if that library is missing.
function(quadrille_benchmark name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  if(NOT benchmark_FOUND)
    return()
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} quadrille_warnings benchmark::benchmark)
endfunction()

# quadrille_test(name SOURCES a_test.cpp ... DEPENDS lib ... [IMAGES 1 2 4 [GROUPS 1 2]])
# A GoogleTest program.
# IMAGES: it is run once for each of these numbers of images, by MPI's launcher if there are several; its main comes
# from pgas (pgas_test_main). The numbers between the first and the last are for `./test --all` (CTest's configuration
# "all").
# GROUPS: it is also run with the largest number of images, divided into groups of each of these sizes
# (QUADRILLE_GROUP_SIZE), as name.4.groups_of_2, with the label "groups". The last of the sizes is for every run; these
# groups open only their parts of the vocabulary. The others open all of it, and are for `./test --all`.
# ./test gives each core two places. A process that computes takes both places of one core; a test of several images
# takes one place less than two cores have, so that a waiting test can run beside it.
function(quadrille_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;IMAGES;GROUPS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} quadrille_warnings GTest::gtest GTest::gmock)
  target_compile_options(${name} PRIVATE ${quadrille_cold_options})
  target_precompile_headers(${name} REUSE_FROM quadrille_test_headers)
  if(ARG_IMAGES)
    target_link_libraries(${name} PRIVATE pgas_test_main)
    list(GET ARG_IMAGES 0 first)
    list(GET ARG_IMAGES -1 last)
    foreach(images ${ARG_IMAGES})
      set(places 3)
      set(launcher ${QUADRILLE_MPIEXEC_COMMAND} -n ${images})
      set(when)
      if(images EQUAL 1)
        set(places 2)
        set(launcher)
      endif()
      if(NOT images EQUAL first AND NOT images EQUAL last)
        set(when CONFIGURATIONS all)
      endif()
      add_test(NAME ${name}.${images} COMMAND ${launcher} $<TARGET_FILE:${name}> ${when})
      set_tests_properties(${name}.${images} PROPERTIES TIMEOUT 300 PROCESSORS ${places})
    endforeach()
    foreach(group_size ${ARG_GROUPS})
      set(test ${name}.${last}.groups_of_${group_size})
      set(environment "QUADRILLE_GROUP_SIZE=${group_size}")
      list(GET ARG_GROUPS -1 last_size)
      if(group_size EQUAL last_size)
        list(APPEND environment "QUADRILLE_VOCABULARY=parts")
        set(when)
      else()
        set(when CONFIGURATIONS all)
      endif()
      add_test(NAME ${test} COMMAND ${QUADRILLE_MPIEXEC_COMMAND} -n ${last} $<TARGET_FILE:${name}> ${when})
      set_tests_properties(${test} PROPERTIES TIMEOUT 600 PROCESSORS 3 LABELS groups ENVIRONMENT "${environment}")
    endforeach()
  else()
    target_link_libraries(${name} PRIVATE GTest::gtest_main)
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES TIMEOUT 300 PROCESSORS 2)
  endif()
endfunction()
