#pragma once

// The command that starts images: by the mpiexec of this machine; one image here is started as it is.

#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "server/launcher.hpp"

namespace quadrille::server {

// UCX reads these before main begins: it would write to standard output, among the answers, and warn of variables that
// its transports do not use. Of the environment of mpiexec and all images, where the user has not set them.
inline constexpr std::array kQuietMpi{std::pair("UCX_LOG_FILE", "UCX_LOG_FILE=stderr"),
                                      std::pair("UCX_WARN_UNUSED_ENV_VARS", "UCX_WARN_UNUSED_ENV_VARS=n")};

bool uses_mpiexec(const Launch& launch);

// mpiexec [options] -n IMAGES this-program words... The mpiexec is QUADRILLE_MPIEXEC, or that of the MPI which the
// program was built with, or, where that is not on this machine, the one of PATH.
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
