#pragma once

// The ServiceTable has the databases of a listener by name, for the paths /NAME/... . Thread-safe.

#include <functional>
#include <map>
#include <memory>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::server {

struct Service;

class ServiceTable {
 public:
  ServiceTable();
  ~ServiceTable();
  ServiceTable(const ServiceTable&) = delete;
  ServiceTable& operator=(const ServiceTable&) = delete;

  // nullptr: there is none. Whoever holds the result uses the database.
  std::shared_ptr<Service> find(std::string_view name) const;
  // By name.
  std::vector<std::shared_ptr<Service>> all() const;
  // In place of the one with its name, if there is one.
  void add(Service service);
  // From now on nobody finds it. Returns when nobody uses it any more; `hurry` is called now and then until then.
  void remove(std::string_view name, const std::function<void(Service&)>& hurry);

 private:
  mutable std::shared_mutex mutex_;
  std::map<std::string, std::shared_ptr<Service>, std::less<>> services_;
};

}  // namespace quadrille::server
