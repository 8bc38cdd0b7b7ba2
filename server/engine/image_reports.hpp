#pragma once

// The ImageReports gather the figures of all images for the metrics: image 0 asks, in a lane that nothing else uses, so
// it never waits for queries or updates. The other images sleep until they are asked.

#include <mutex>
#include <vector>

#include "pgas/job.hpp"
#include "pgas/mailbox.hpp"
#include "server/engine/store_table.hpp"
#include "server/http/engine_metrics.hpp"

namespace quadrille::server {

// Local. The memory of this image's heap alone.
ImageMetrics heap_metrics(pgas::Job& job);
// Local. All figures of this image. Reads /proc and the folder of the log: some 0.1 ms.
ImageMetrics image_metrics(pgas::Job& job, StoreTable& stores);

class ImageReports {
 public:
  // Collective with run_image_reporter().
  ImageReports(pgas::Job& job, StoreTable& stores);
  // Ends run_image_reporter() on the other images.
  ~ImageReports();
  ImageReports(const ImageReports&) = delete;
  ImageReports& operator=(const ImageReports&) = delete;

  // By any thread of image 0, one after another. By image. One message to each other group, and back; images of other
  // hosts that sleep see it within some 50 ms.
  std::vector<ImageMetrics> collect();

 private:
  pgas::Job& job_;
  StoreTable& stores_;
  std::mutex mutex_;
  pgas::Mailbox mailbox_;
};

// Collective with ImageReports, on the images other than 0. Returns when image 0 ends it.
void run_image_reporter(pgas::Job& job, StoreTable& stores);

}  // namespace quadrille::server
