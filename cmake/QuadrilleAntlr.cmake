# ANTLR's tool (a Java program, command `antlr4`), which turns the SPARQL grammar into tables that the parser interprets.
# No C++ code is generated and ANTLR's C++ runtime is not needed, so it does not matter that Ubuntu 24.04 packages a tool
# of 4.9 with a runtime of 4.10, which cannot work together. Both forms of the tables are read (parser/detail/atn.hpp):
# that of tools before 4.10 (Debian 12 has 4.7.2) and that of later ones.
#
# Sets ANTLR4_EXECUTABLE and ANTLR4_TOOL_VERSION.
find_program(ANTLR4_EXECUTABLE NAMES antlr4 DOC "The command of ANTLR's tool")
if(NOT ANTLR4_EXECUTABLE)
  message(FATAL_ERROR "The command antlr4 is missing (package antlr4)")
endif()

if(NOT DEFINED CACHE{ANTLR4_TOOL_VERSION})
  execute_process(COMMAND ${ANTLR4_EXECUTABLE} OUTPUT_VARIABLE _antlr_output ERROR_VARIABLE _antlr_errors)
  if(NOT _antlr_output MATCHES "Version ([0-9.]+[0-9])")
    message(FATAL_ERROR "${ANTLR4_EXECUTABLE} prints no version; it needs Java (package default-jre-headless). "
                        "Its output: ${_antlr_output}${_antlr_errors}")
  endif()
  set(ANTLR4_TOOL_VERSION ${CMAKE_MATCH_1} CACHE INTERNAL "Version of ANTLR's tool")
endif()
if(ANTLR4_TOOL_VERSION VERSION_LESS 4.7)
  message(FATAL_ERROR "ANTLR's tool ${ANTLR4_EXECUTABLE} is ${ANTLR4_TOOL_VERSION}; 4.7 or newer is needed")
endif()
