#include "server/http/http_server.hpp"

#include <atomic>
#include <optional>

#include "server/http/connection_pool.hpp"
#include "server/http/job_table.hpp"
#include "server/http/log_line.hpp"

namespace quadrille::server {

namespace {

constexpr std::size_t kMonitoringConnections = 16;

void warn(const std::string& message) {
  log_line(LogLevel::warning, message);
}

RequestSettings request_settings(const HttpOptions& options) {
  return {options.protocol, AllowedOrigins(options.pages.allow_origins),
          ServedNames(options.host, options.public_names), options.pages.map_tiles, options.pages.linked_data};
}

// No page of another origin, and the names of its own address.
RequestSettings monitoring_settings(const HttpOptions& options) {
  const std::string& host = options.monitoring ? options.monitoring->host : options.host;
  return {options.protocol, AllowedOrigins(), ServedNames(host, options.public_names)};
}

}  // namespace

class HttpServer::Impl {
 public:
  Impl(Engine& engine, Access& access, const HttpOptions& options)
      : options_(options),
        operations_(options.operations ? options.operations : std::make_shared<Operations>()),
        jobs_(options.jobs, operations_.get()),
        tls_(options.tls.empty() ? nullptr : std::make_unique<TlsContext>(options.tls, &warn)),
        settings_(request_settings(options)),
        monitoring_settings_(monitoring_settings(options)),
        service_(make_service(engine, access, settings_)),
        monitoring_service_(make_service(engine, access, monitoring_settings_)) {
    monitoring_service_.is_for_monitoring = true;
    service_.databases = monitoring_service_.databases = &databases_;
    serve_database(options.database, engine);
    pool_ = make_pool({options.host, options.port}, "--port", options.max_connections, service_);
    main_pool_ = pool_.get();
    if (!options.monitoring) return;
    monitoring_pool_ = make_pool(*options.monitoring, "--admin-listen", kMonitoringConnections, monitoring_service_);
  }

  ~Impl() { stop(); }

  int port() const { return pool_->port(); }
  int monitoring_port() const { return monitoring_pool_ ? monitoring_pool_->port() : 0; }

  std::function<void()> prepare(HttpOptions next) {
    next.host = options_.host;
    next.monitoring = options_.monitoring;
    const auto settings = std::make_shared<const RequestSettings>(request_settings(next)),
               for_monitoring = std::make_shared<const RequestSettings>(monitoring_settings(next));
    const auto tls = tls_ ? tls_->prepare(next.tls) : std::function<void()>([] {});
    settings_.reserve();
    monitoring_settings_.reserve();
    return [this, settings, for_monitoring, tls, jobs = next.jobs] {
      settings_.set(settings);
      monitoring_settings_.set(for_monitoring);
      jobs_.change(jobs.most, jobs.keep_seconds);
      tls();
    };
  }

  void serve_database(const std::string& name, Engine& engine) {
    Service service = make_service(engine, service_.access, settings_);
    service.databases = &databases_;
    service.database = name;
    service.prefix = "/" + name;
    databases_.add(std::move(service));
  }

  void withdraw_database(const std::string& name) {
    databases_.remove(name, [&](Service& service) {
      service.engine.end_work();
      operations_->running().cancel_all_of(name);
      jobs_.cancel_all_of(name);
    });
    jobs_.remove_all_of(name);
  }

  void stop() {
    if (stopping_.exchange(true)) return;
    jobs_.cancel_all();
    pool_->stop();
    jobs_.stop();
    if (monitoring_pool_) monitoring_pool_->stop();
  }

 private:
  ServerFacts facts() {
    return {.version = options_.version,
            .connections =
                [this] {
                  const ConnectionPool* const pool = main_pool_.load();
                  return pool ? pool->counts() : ConnectionCounts{};
                },
            .stopping = &stopping_};
  }

  Service make_service(Engine& engine, Access& access, const LiveValue<RequestSettings>& settings) {
    return {engine,       access,     settings, options_.database,       options_.first,
            *operations_, tls_.get(), &jobs_,   options_.administration, facts()};
  }

  std::unique_ptr<ConnectionPool> make_pool(const ListenAddress& address, std::string_view option, std::size_t most,
                                            Service& service) {
    return std::make_unique<ConnectionPool>(address, option, most, [this, &service, most] {
      return std::make_unique<ConnectionServer>(service, options_.connections, most, tls_.get());
    });
  }

  const HttpOptions options_;
  const std::shared_ptr<Operations> operations_;
  JobTable jobs_;
  const std::unique_ptr<TlsContext> tls_;
  LiveValue<RequestSettings> settings_, monitoring_settings_;
  ServiceTable databases_;
  std::atomic<bool> stopping_ = false;
  Service service_, monitoring_service_;
  std::unique_ptr<ConnectionPool> pool_, monitoring_pool_;
  std::atomic<const ConnectionPool*> main_pool_ = nullptr;  // its threads look for it while it is made
};

HttpServer::HttpServer(Engine& engine, Access& access, const HttpOptions& options)
    : impl_(std::make_unique<Impl>(engine, access, options)) {}
HttpServer::~HttpServer() = default;
int HttpServer::port() const {
  return impl_->port();
}
std::function<void()> HttpServer::prepare(const HttpOptions& next) {
  return impl_->prepare(next);
}
int HttpServer::monitoring_port() const {
  return impl_->monitoring_port();
}
void HttpServer::serve_database(const std::string& name, Engine& engine) {
  impl_->serve_database(name, engine);
}
void HttpServer::withdraw_database(const std::string& name) {
  impl_->withdraw_database(name);
}
void HttpServer::stop() {
  impl_->stop();
}

}  // namespace quadrille::server
