// Launchers of MPI programs are recognised by their variables, and settings of users are not taken for them.

#include "pgas/detail/launched.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <string>
#include <utility>

namespace quadrille::pgas::detail {
namespace {

constexpr std::array kSetByLaunchers{"PMI_RANK",        "PMI_FD",         "PMI_CONTROL_PORT",     "HYDI_CONTROL_FD",
                                     "MPI_LOCALRANKID", "PMIX_NAMESPACE", "OMPI_COMM_WORLD_RANK", "PALS_RANKID",
                                     "ALPS_APP_PE",     "MPISPAWN_ID",    "MV2_COMM_WORLD_RANK"};
constexpr std::array kSetByUsers{"OMPI_MCA_btl", "UCX_TLS",      "MPIR_CVAR_NOLOCAL",   "QUADRILLE_GROUP_SIZE",
                                 "SLURM_PROCID", "SLURM_JOB_ID", "HYDRA_LAUNCHER_EXEC", "I_MPI_FABRICS"};

// Sets a variable for the life of the object.
class Variable {
 public:
  explicit Variable(std::string name) : name_(std::move(name)) { setenv(name_.c_str(), "0", 1); }
  ~Variable() { unsetenv(name_.c_str()); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const std::string name_;
};

TEST(Launched, VariablesOfEachLauncherAreSeen) {
  ASSERT_FALSE(is_launched()) << "this test is run without mpiexec";
  for (const char* const name : kSetByLaunchers) {
    const Variable variable(name);
    EXPECT_TRUE(is_launched()) << name;
  }
  EXPECT_FALSE(is_launched());
}

TEST(Launched, SettingsOfUsersAreNone) {
  for (const char* const name : kSetByUsers) {
    const Variable variable(name);
    EXPECT_FALSE(is_launched()) << name;
  }
}

}  // namespace
}  // namespace quadrille::pgas::detail
