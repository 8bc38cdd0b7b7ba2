#pragma once

// For tests on several images: a folder that all of them use; the first makes and removes it.

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "loader/rdf/testing/temporary_folder.hpp"
#include "pgas/team.hpp"

namespace quadrille::testing {

class TeamFolder {
 public:
  // Collective.
  explicit TeamFolder(pgas::Team& team)
      : team_(team), made_(team.is_first() ? std::make_unique<TemporaryFolder>() : nullptr) {
    path_ = team.broadcast(made_ ? made_->path().string() : "");
  }
  ~TeamFolder() { team_.barrier(); }
  TeamFolder(const TeamFolder&) = delete;
  TeamFolder& operator=(const TeamFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  // Collective. Returns the file's path.
  std::string write(std::string_view name, std::string_view bytes) {
    if (made_) made_->write(name, bytes);
    team_.barrier();
    return (path_ / name).string();
  }

 private:
  pgas::Team& team_;
  std::unique_ptr<TemporaryFolder> made_;
  std::filesystem::path path_;
};

}  // namespace quadrille::testing
