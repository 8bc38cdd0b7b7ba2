#include "server/engine/whole_view.hpp"

namespace quadrille::server {

namespace {

GenerationOptions options_of(pgas::Job& job) {
  GenerationOptions options;
  options.caches = &job.caches();
  return options;
}

}  // namespace

WholeView::WholeView(pgas::Job& job, const std::string& folder, std::shared_ptr<const TermCopy> terms)
    : database_(folder, options_of(job)),
      prefixes_(prefixes_of(database_.generation().manifest())),
      terms_(std::move(terms)),
      dictionary_(database_.dictionary().with(terms_->terms)) {}

}  // namespace quadrille::server
