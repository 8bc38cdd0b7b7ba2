// Files on their way to the server, one after the other, as the server stores them. Bytes are sent as the disk gives
// them, so a file may have any size.

import { placeOf, type Credential, type Server } from "../endpoint/server.ts";
import { addressOf } from "./graphs.ts";
import { kindOfFile } from "./syntaxes.ts";

export type UploadState = "waiting" | "sending" | "storing" | "done" | "failed" | "stopped";

export type Upload = {
  file: File;
  graph: string | null; // null: the default graph; files with graphs of their own have none here
  state: UploadState;
  sentBytes: number;
  seconds: number; // since its first byte
  inserted: number | null;
  problem: string;
};

export function newUpload(file: File, graph: string | null): Upload {
  const upload: Upload = { file, graph, state: "waiting", sentBytes: 0, seconds: 0, inserted: null, problem: "" };
  if (kindOfFile(file.name)) return upload;
  return {
    ...upload,
    state: "failed",
    problem:
      "the name of the file must end with .ttl, .nt, .nq, .trig, .rdf, .owl, .jsonld or .jsonl, or with one of these " +
      "and .gz, .zst, .bz2 or .xz; convert other formats, such as CSV, to one of these first",
  };
}

// "3 of 7 files stored, 1 failed; 12 MB/s, 40 s left"
export function summaryOf(uploads: Upload[]): string {
  if (uploads.length === 0) return "";
  const of = (...states: UploadState[]) => uploads.filter(({ state }) => states.includes(state));
  const parts = [`${of("done").length} of ${uploads.length} files stored`];
  if (of("failed").length > 0) parts[0] += `, ${of("failed").length} failed`;
  if (of("stopped").length > 0) parts[0] += `, ${of("stopped").length} stopped`;
  const rate = rateOf(uploads);
  const left = of("waiting", "sending").reduce((sum, { file, sentBytes }) => sum + file.size - sentBytes, 0);
  if (rate > 0 && left > 0) parts.push(`${megabytes(rate)}/s, ${secondsText(left / rate)} left`);
  else if (of("storing").length > 0) parts.push("the server stores the last bytes");
  return parts.join("; ");
}

function rateOf(uploads: Upload[]): number {
  const begun = uploads.filter(({ seconds }) => seconds > 0);
  const seconds = begun.reduce((sum, upload) => sum + upload.seconds, 0);
  return seconds > 0 ? begun.reduce((sum, { sentBytes }) => sum + sentBytes, 0) / seconds : 0;
}

export function megabytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} KB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}

function secondsText(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}

// Sends one file. XMLHttpRequest and not fetch(), which does not say how much has been sent.
export function send(
  server: Server,
  credential: Credential,
  upload: Upload,
  changed: (upload: Partial<Upload>) => void,
  signal: AbortSignal,
): Promise<void> {
  const kind = kindOfFile(upload.file.name)!;
  const url = kind.hasGraphs ? new URL("data", server.base) : addressOf(server, upload.graph);
  const begin = performance.now();
  const elapsed = () => (performance.now() - begin) / 1000;
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const end = (change: Partial<Upload>) => {
      changed({ seconds: elapsed(), ...change });
      resolve();
    };
    request.open("POST", url);
    request.setRequestHeader("Content-Type", kind.mediaType);
    if (kind.coding !== null) request.setRequestHeader("Content-Encoding", kind.coding);
    if (credential) request.setRequestHeader("Authorization", credential.header);
    request.upload.onprogress = ({ loaded }) => changed({ state: "sending", sentBytes: loaded, seconds: elapsed() });
    request.upload.onload = () => changed({ state: "storing", sentBytes: upload.file.size, seconds: elapsed() });
    request.onload = () => {
      if (request.status >= 200 && request.status < 300)
        end({ state: "done", inserted: insertedOf(request.responseText) });
      else end({ state: "failed", problem: request.responseText.trim() || `status ${request.status}` });
    };
    request.onerror = () => end({ state: "failed", problem: "the connection to the server has ended" });
    request.onabort = () => end({ state: "stopped" });
    signal.addEventListener("abort", () => request.abort());
    changed({ state: "sending" });
    request.send(upload.file);
  });
}

function insertedOf(answer: string): number | null {
  try {
    return (JSON.parse(answer) as { inserted?: number }).inserted ?? null;
  } catch {
    return null;
  }
}

// Of the server's message, for the eye: "line 3, column 7".
export function placeText(problem: string): string {
  const place = placeOf(problem);
  return place ? `line ${place.line}, column ${place.column}` : "";
}
