#include "server/engine/whole_view.hpp"

namespace quadrille::server {

namespace {

GenerationOptions options_of(pgas::Job& job) {
  GenerationOptions options;
  options.caches = &job.caches();
  return options;
}

}  // namespace

WholeView::WholeView(pgas::Job& job, const std::string& folder)
    : database_(folder, options_of(job)),
      prefixes_(prefixes_of(database_.generation().manifest())),
      terms_(job.heap()),
      vocabulary_(job.this_image(), job.num_images(), terms_, delta_parts(database_.generation().shards())),
      dictionary_(database_.dictionary().with(vocabulary_)) {}

}  // namespace quadrille::server
