#pragma once

// The command that starts images: by the mpiexec of this machine, or as it is.

#include <span>
#include <string>
#include <vector>

#include "server/launch/launcher.hpp"

namespace quadrille::server {

// Whether images are started by mpiexec: those on several hosts, and all where QUADRILLE_MPIEXEC names one, or the MPI
// is not MPICH. Else the launcher starts them by itself (process_manager.hpp): it opens no port, and mpiexec is not
// there to be killed.
bool uses_mpiexec(const Launch& launch);

// Variables of the environment ("NAME=value") of mpiexec and all images, where the user has not set them:
//
//   UCX_LOG_FILE                    UCX would write to standard output, among the answers
//   UCX_WARN_UNUSED_ENV_VARS        it would warn of variables that its transports do not use
//   UCX_TLS=^tcp, OMPI_MCA_btl=^tcp on one host: images meet in shared memory alone; TCP would listen on all networks
//   HYDRA_LAUNCHER_EXTRA_ARGS       on several: ssh gives up a host that does not answer after 10 s, not 2 minutes
std::vector<std::string> mpi_variables(const Launch& launch);

// mpiexec [options] -n IMAGES this-program words..., or this-program words... The mpiexec is QUADRILLE_MPIEXEC, or that
// of the MPI which the program was built with, or, where that is not on this machine, the one of PATH.
std::vector<std::string> start_command(const Launch& launch, std::span<const std::string> words);

// What the mpiexec needs besides, told by what it prints for --version.
//
//   Open MPI   refuses to run as root and more images than cores, binds one or two images to a core each with all their
//              threads, and hands on no variables of the environment but those that are named
//   Hydra      MPICH, Intel MPI
//   both       end all images at once, with remarks of their own, when one dies: images and launcher do that, and name
//              it; in a batch script of Slurm they start images for this machine anywhere in the allocation
std::vector<std::string> mpiexec_options(const std::string& version_text, const std::vector<HostShare>& hosts = {});

}  // namespace quadrille::server
