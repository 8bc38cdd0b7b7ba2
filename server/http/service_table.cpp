#include "server/http/service_table.hpp"

#include <chrono>
#include <mutex>
#include <thread>
#include <utility>

#include "server/http/http_endpoints.hpp"

namespace quadrille::server {

ServiceTable::ServiceTable() = default;
ServiceTable::~ServiceTable() = default;

std::shared_ptr<Service> ServiceTable::find(std::string_view name) const {
  const std::shared_lock lock(mutex_);
  const auto found = services_.find(name);
  return found == services_.end() ? nullptr : found->second;
}

std::vector<std::shared_ptr<Service>> ServiceTable::all() const {
  const std::shared_lock lock(mutex_);
  std::vector<std::shared_ptr<Service>> services;
  for (const auto& [name, service] : services_) services.push_back(service);
  return services;
}

void ServiceTable::add(Service service) {
  auto added = std::make_shared<Service>(std::move(service));
  const std::unique_lock lock(mutex_);
  services_[added->database] = std::move(added);
}

void ServiceTable::remove(std::string_view name, const std::function<void(Service&)>& hurry) {
  std::shared_ptr<Service> removed;
  {
    const std::unique_lock lock(mutex_);
    const auto found = services_.find(name);
    if (found == services_.end()) return;
    removed = std::move(found->second);
    services_.erase(found);
  }
  while (removed.use_count() > 1) {
    hurry(*removed);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

}  // namespace quadrille::server
