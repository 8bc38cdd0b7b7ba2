# Selects the MPI that the program is built with and started by. QUADRILLE_MPI chooses if several are installed:
#
#   (empty)   the one that find_package(MPI) finds first: that of `mpicc`
#   mpich     MPICH: mpicc.mpich and mpiexec.mpich of Debian and Ubuntu, or the folders of other distributions
#   openmpi   Open MPI, likewise
#
# Sets MPI::MPI_C, QUADRILLE_MPI_KIND (mpich, openmpi, or other: those of vendors), QUADRILLE_MPIEXEC (the path of its
# mpiexec) and QUADRILLE_MPIEXEC_COMMAND (with the options by which tests start more images than there are cores).
set(QUADRILLE_MPI "" CACHE STRING "The MPI to build with: mpich, openmpi, or empty for the one that is found first")
set_property(CACHE QUADRILLE_MPI PROPERTY STRINGS "" mpich openmpi)
if(NOT QUADRILLE_MPI MATCHES "^(mpich|openmpi)?$")
  message(FATAL_ERROR "QUADRILLE_MPI must be mpich, openmpi or empty; found '${QUADRILLE_MPI}'")
endif()

if(QUADRILLE_MPI)
  # Fedora, SUSE and Arch keep each MPI in its own folder.
  file(GLOB _mpi_folders /usr/lib*/${QUADRILLE_MPI}*/bin /usr/lib*/mpi/gcc/${QUADRILLE_MPI}*/bin /opt/${QUADRILLE_MPI}*/bin)
  find_program(QUADRILLE_MPICC NAMES mpicc.${QUADRILLE_MPI} DOC "The C compiler of the MPI that QUADRILLE_MPI names")
  find_program(QUADRILLE_MPICC NAMES mpicc HINTS ${_mpi_folders})
  if(NOT QUADRILLE_MPICC)
    message(FATAL_ERROR "QUADRILLE_MPI is ${QUADRILLE_MPI}, but there is no mpicc.${QUADRILLE_MPI}, and no mpicc "
                        "(scripts/install-dependencies --mpi ${QUADRILLE_MPI} installs it)")
  endif()
  # mpiexec.mpich beside mpicc.mpich, mpiexec beside mpicc.
  string(REGEX REPLACE "mpicc([^/]*)$" "mpiexec\\1" _mpiexec ${QUADRILLE_MPICC})
  if(NOT EXISTS ${_mpiexec})
    message(FATAL_ERROR "${QUADRILLE_MPICC} exists, but ${_mpiexec}, which starts its programs, is missing")
  endif()
  set(MPI_C_COMPILER ${QUADRILLE_MPICC})
  set(MPIEXEC_EXECUTABLE ${_mpiexec})
endif()

find_package(MPI REQUIRED COMPONENTS C)
target_compile_definitions(MPI::MPI_C INTERFACE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)  # the C interface, also in C++

# The kind of MPI that was found, by its header.
include(CheckSymbolExists)
set(CMAKE_REQUIRED_LIBRARIES MPI::MPI_C)
check_symbol_exists(OPEN_MPI mpi.h QUADRILLE_MPI_IS_OPENMPI)
check_symbol_exists(MPICH_VERSION mpi.h QUADRILLE_MPI_IS_MPICH)
unset(CMAKE_REQUIRED_LIBRARIES)
set(QUADRILLE_MPI_KIND other)
if(QUADRILLE_MPI_IS_OPENMPI)
  set(QUADRILLE_MPI_KIND openmpi)
elseif(QUADRILLE_MPI_IS_MPICH)
  set(QUADRILLE_MPI_KIND mpich)
endif()
if(QUADRILLE_MPI AND NOT QUADRILLE_MPI STREQUAL QUADRILLE_MPI_KIND)
  message(FATAL_ERROR "QUADRILLE_MPI is ${QUADRILLE_MPI}, but MPI::MPI_C is another one. "
                      "scripts/install-dependencies --mpi ${QUADRILLE_MPI} installs it; a build folder that was made for "
                      "the other one cannot change: use a new one (cmake --preset ${QUADRILLE_MPI})")
endif()

# Its own path: the name mpiexec may come to mean another MPI, when one is installed (Debian's alternatives).
file(REAL_PATH ${MPIEXEC_EXECUTABLE} QUADRILLE_MPIEXEC)
set(QUADRILLE_MPIEXEC_COMMAND ${QUADRILLE_MPIEXEC})
if(QUADRILLE_MPI_KIND STREQUAL openmpi)
  list(APPEND QUADRILLE_MPIEXEC_COMMAND --allow-run-as-root --oversubscribe --bind-to none)
endif()
