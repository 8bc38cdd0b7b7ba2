# ANTLR: the tool (a Java program, command `antlr4`), which turns the SPARQL grammar into tables, and the C++ runtime, which
# interprets them. No C++ code is generated, so tool and runtime need not be of one version: the tables' form changed in
# 4.10, and the parser converts the older one to the newer (parser/detail/atn_form.hpp), but not back.
#
#   Debian 12       tool 4.7.2   runtime 4.9
#   Ubuntu 24.04    tool 4.9.2   runtime 4.10
#
# Gives ANTLR4_EXECUTABLE and the target antlr4_runtime.
set(_antlr_packages "packages antlr4 and libantlr4-runtime-dev")

find_program(ANTLR4_EXECUTABLE NAMES antlr4 DOC "The command of ANTLR's tool")
find_path(ANTLR4_INCLUDE_DIR antlr4-runtime.h PATH_SUFFIXES antlr4-runtime DOC "Headers of ANTLR's C++ runtime")
find_library(ANTLR4_LIBRARY NAMES antlr4-runtime DOC "ANTLR's C++ runtime")
if(NOT ANTLR4_EXECUTABLE OR NOT ANTLR4_INCLUDE_DIR OR NOT ANTLR4_LIBRARY)
  message(FATAL_ERROR "ANTLR 4 is not there (${_antlr_packages}): "
                      "tool ${ANTLR4_EXECUTABLE}, headers ${ANTLR4_INCLUDE_DIR}, library ${ANTLR4_LIBRARY}")
endif()

if(NOT DEFINED CACHE{ANTLR4_TOOL_VERSION})
  execute_process(COMMAND ${ANTLR4_EXECUTABLE} OUTPUT_VARIABLE _antlr_says ERROR_VARIABLE _antlr_complains)
  if(NOT _antlr_says MATCHES "Version ([0-9.]+[0-9])")
    message(FATAL_ERROR "${ANTLR4_EXECUTABLE} does not tell its version; it needs Java. It says: "
                        "${_antlr_says}${_antlr_complains}")
  endif()
  set(ANTLR4_TOOL_VERSION ${CMAKE_MATCH_1} CACHE INTERNAL "Version of ANTLR's tool")
endif()

if(ANTLR4_TOOL_VERSION VERSION_LESS 4.7)
  message(FATAL_ERROR "ANTLR's tool is ${ANTLR4_TOOL_VERSION}; 4.7 or newer is needed (${_antlr_packages})")
endif()
if(ANTLR4_TOOL_VERSION VERSION_GREATER_EQUAL 4.10 AND NOT EXISTS ${ANTLR4_INCLUDE_DIR}/atn/SerializedATNView.h)
  message(FATAL_ERROR "ANTLR's tool is ${ANTLR4_TOOL_VERSION}, but its C++ runtime in ${ANTLR4_INCLUDE_DIR} is older than "
                      "4.10 and cannot read what it writes. Use tool and runtime of the distribution (${_antlr_packages}), "
                      "or a runtime of 4.10 or newer (ANTLR4_INCLUDE_DIR, ANTLR4_LIBRARY), "
                      "or an older tool (ANTLR4_EXECUTABLE).")
endif()

add_library(antlr4_runtime INTERFACE)
target_include_directories(antlr4_runtime SYSTEM INTERFACE ${ANTLR4_INCLUDE_DIR})
target_link_libraries(antlr4_runtime INTERFACE ${ANTLR4_LIBRARY} Threads::Threads)
