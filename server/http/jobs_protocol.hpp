#pragma once

// The addresses of jobs (job_table.hpp).
//
//   POST   /jobs             202, with Location and the state: a query or an update, as at /sparql, and its parameters;
//                            without `timeout` there is no time limit. 429 with Retry-After: there are too many jobs
//   GET    /jobs             all jobs, and the limits
//   GET    /jobs/ID          the state; wait=SECONDS: after the end, or when so much time has passed
//   GET    /jobs/ID/result   the answer, in the format that the POST asked for; of an update its numbers as JSON;
//                            409 without an end, and after a cancellation; of a failed job the status of its error
//   DELETE /jobs/ID          cancels the job: 200 with the state; forgets an ended one: 204
//
// Errors that are known before the run, such as a malformed query, are the answer of the POST. 404: no such job. A
// caller sees and cancels only its own jobs (anonymous callers those of all anonymous callers) that it could submit
// now; with the right admin, all.

#include <string>

#include "server/http/http_endpoints.hpp"
#include "server/http/job_table.hpp"

namespace quadrille::server {

// For the table of endpoints.
void list_jobs(Service& service, Exchange& exchange);
void submit_job(Service& service, Exchange& exchange);
void show_job(Service& service, Exchange& exchange);
void delete_job(Service& service, Exchange& exchange);
void show_job_result(Service& service, Exchange& exchange);

// A job as a JSON object.
std::string to_json(const JobStatus& job);

}  // namespace quadrille::server
