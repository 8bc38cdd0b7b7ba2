#pragma once

// The command that starts images by the mpiexec of this machine.

#include <span>
#include <string>
#include <vector>

namespace quadrille::server {

// mpiexec [options] -n IMAGES this-program words...
std::vector<std::string> mpiexec_command(int images, std::span<const std::string> words);

// What the mpiexec needs besides, told by what it prints for --version. Open MPI refuses to run as root and more images
// than cores unless told otherwise; Hydra (MPICH, Intel MPI) would start the images by srun, on any machine of the
// allocation, in a batch script of Slurm.
std::vector<std::string> mpiexec_options(const std::string& version_text);

}  // namespace quadrille::server
