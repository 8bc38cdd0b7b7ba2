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

}  // namespace

class HttpServer::Impl {
 public:
  Impl(Engine& engine, Access& access, const HttpOptions& options)
      : options_(options),
        operations_(options.operations ? options.operations : std::make_shared<Operations>()),
        jobs_(engine, options.jobs),
        tls_(options.tls.empty() ? nullptr : std::make_unique<TlsContext>(options.tls, &warn)),
        service_{engine,
                 access,
                 options.protocol,
                 AllowedOrigins(options.allow_origins),
                 ServedNames(options.host, options.public_names),
                 options.database,
                 options.first,
                 *operations_,
                 tls_.get(),
                 &jobs_,
                 facts()},
        monitoring_service_(for_monitoring(service_)) {
    pool_ = make_pool({options.host, options.port}, "--port", options.max_connections, service_);
    main_pool_ = pool_.get();
    if (!options.monitoring) return;
    monitoring_pool_ = make_pool(*options.monitoring, "--admin-listen", kMonitoringConnections, monitoring_service_);
  }

  ~Impl() { stop(); }

  int port() const { return pool_->port(); }
  int monitoring_port() const { return monitoring_pool_ ? monitoring_pool_->port() : 0; }

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

  // No page of another origin, and the names of its own address.
  Service for_monitoring(const Service& main) const {
    Service its = main;
    its.origins = AllowedOrigins();
    if (options_.monitoring) its.names = ServedNames(options_.monitoring->host, options_.public_names);
    its.is_for_monitoring = true;
    return its;
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
int HttpServer::monitoring_port() const {
  return impl_->monitoring_port();
}
void HttpServer::stop() {
  impl_->stop();
}

}  // namespace quadrille::server
