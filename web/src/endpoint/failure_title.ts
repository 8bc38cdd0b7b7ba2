// Headings for failures, in words that need no knowledge of HTTP.

import type { ServerError } from "./server.ts";

const TITLES: Record<number, string> = {
  0: "No answer from the server",
  401: "Please log in",
  403: "Not allowed",
  404: "Not found",
  408: "The request took too long to arrive",
  409: "Not possible now",
  413: "The request is too long",
  414: "The request is too long",
  415: "The server does not read this format",
  429: "Too many requests",
  431: "The request is too long",
  500: "The server has failed",
  501: "Not supported",
  502: "Another server has failed",
  503: "The server is busy",
  507: "Not enough memory or disk space",
};

// `what`: the thing that was sent, for mistakes in it: "query".
export function failureTitle({ status, message }: ServerError, what: string): string {
  if (status === 400) return `The ${what} has a mistake`;
  // One status for many reasons (docs/http.md), which the message names.
  if (status === 503 && message.includes("time limit")) return `The ${what} took too long`;
  if (status === 503 && message.includes("was ended")) return `The ${what} was ended`;
  return TITLES[status] ?? "The server refused this";
}
