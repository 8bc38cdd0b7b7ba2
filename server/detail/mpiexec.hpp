#pragma once

// The command that starts images: by the mpiexec of this machine; one image here is started as it is.

#include <span>
#include <string>
#include <vector>

#include "server/launcher.hpp"

namespace quadrille::server {

bool uses_mpiexec(const Launch& launch);

// mpiexec [options] -n IMAGES this-program words... The mpiexec is QUADRILLE_MPIEXEC, or that of the MPI which the
// program was built with, or, where that is not on this machine, the one of PATH.
std::vector<std::string> start_command(const Launch& launch, std::span<const std::string> words);

// What the mpiexec needs besides, told by what it prints for --version. Open MPI refuses to run as root and more images
// than cores unless told otherwise, binds one or two images to a core each with all their threads, and hands on no
// variables of the environment but those that are named. In a batch script of Slurm, images for this machine would be
// started anywhere in the allocation, by Open MPI and by Hydra (MPICH, Intel MPI).
std::vector<std::string> mpiexec_options(const std::string& version_text, const std::vector<HostShare>& hosts = {});

}  // namespace quadrille::server
