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

# quadrille_places(variable images): the places (CTest's PROCESSORS) of a test of so many images, see quadrille_test().
function(quadrille_places variable images)
  set(places 4)
  if(images EQUAL 1)
    set(places 2)
  elseif(images GREATER 2)
    math(EXPR places "2 * ${images} + 1")
  endif()
  set(${variable} ${places} PARENT_SCOPE)
endfunction()

# quadrille_test(name SOURCES a_test.cpp ... DEPENDS lib ... [IMAGES 1 2 4 [GROUPS 1 2]] [PROGRAM program])
# A GoogleTest program.
# IMAGES: it is run once for each of these numbers of images, by MPI's launcher if there are several; its main comes
# from pgas (pgas_test_main).
# GROUPS: it is also run with the largest number of images, divided into groups of each of these sizes
# (QUADRILLE_GROUP_SIZE), as name.4.groups_of_2, with the label "groups".
# For `./test --all` (CTest's configuration "all") alone: more than two images in one group, and all divisions into
# groups but one. Other runs divide at most three images, into groups of two and one if they are three; on two cores,
# four need nearly twice the time. These groups, and those of the last of the sizes, open only their parts of the
# vocabulary.
# PROGRAM: the sources become part of this program, for tests whose headers take most of their compilation; each source
# has a namespace of its own.
# ./test has two places for each core, and one more, for a test that waits. A process that computes takes both places of a
# core. More than two images take the last place too, and so on two cores all of them: collectives of images that share
# cores are several times as slow if other work runs on these cores.
function(quadrille_test name)
  cmake_parse_arguments(ARG "" "PROGRAM" "SOURCES;DEPENDS;IMAGES;GROUPS" ${ARGN})
  set(program ${name})
  set(chosen)
  if(ARG_PROGRAM)
    set(program ${ARG_PROGRAM})
    list(JOIN ARG_SOURCES "," chosen)
    string(PREPEND chosen "--sources=")
  endif()
  if(NOT TARGET ${program})
    add_executable(${program})
    target_link_libraries(${program} PRIVATE quadrille_warnings GTest::gtest GTest::gmock)
    target_compile_options(${program} PRIVATE ${quadrille_cold_options})
    target_precompile_headers(${program} REUSE_FROM quadrille_test_headers)
  endif()
  target_sources(${program} PRIVATE ${ARG_SOURCES})
  target_link_libraries(${program} PRIVATE ${ARG_DEPENDS})
  if(NOT ARG_IMAGES)
    target_link_libraries(${program} PRIVATE GTest::gtest_main)
    add_test(NAME ${name} COMMAND ${program})
    set_tests_properties(${name} PROPERTIES TIMEOUT 300 PROCESSORS 2)
    return()
  endif()
  target_link_libraries(${program} PRIVATE pgas_test_main)
  foreach(images ${ARG_IMAGES})
    quadrille_places(places ${images})
    set(launcher ${QUADRILLE_MPIEXEC_COMMAND} -n ${images})
    if(images EQUAL 1)
      set(launcher)
    endif()
    set(when)
    if(images GREATER 2 AND ARG_GROUPS)
      set(when CONFIGURATIONS all)
    endif()
    add_test(NAME ${name}.${images} COMMAND ${launcher} $<TARGET_FILE:${program}> ${chosen} ${when})
    set_tests_properties(${name}.${images} PROPERTIES TIMEOUT 300 PROCESSORS ${places})
  endforeach()
  list(GET ARG_IMAGES -1 last)
  list(GET ARG_GROUPS -1 last_size)
  foreach(group_size ${ARG_GROUPS})
    set(environment)
    if(group_size STREQUAL last_size)
      set(environment QUADRILLE_VOCABULARY=parts)
    endif()
    set(when CONFIGURATIONS all)
    if(last LESS 4 AND group_size STREQUAL last_size)
      set(when)
    endif()
    quadrille_group_test(${name} ${program} "${chosen}" ${last} ${group_size} "${environment}" ${when})
  endforeach()
  if(ARG_GROUPS AND last GREATER 3)
    quadrille_group_test(${name} ${program} "${chosen}" 3 2 QUADRILLE_VOCABULARY=parts)
  endif()
endfunction()

# The test name.4.groups_of_2 of quadrille_test(); more arguments are for add_test().
function(quadrille_group_test name program chosen images group_size environment)
  set(test ${name}.${images}.groups_of_${group_size})
  add_test(NAME ${test} COMMAND ${QUADRILLE_MPIEXEC_COMMAND} -n ${images} $<TARGET_FILE:${program}> ${chosen} ${ARGN})
  quadrille_places(places ${images})
  set_tests_properties(${test} PROPERTIES TIMEOUT 600 PROCESSORS ${places} LABELS groups
    ENVIRONMENT "QUADRILLE_GROUP_SIZE=${group_size};${environment}")
endfunction()
