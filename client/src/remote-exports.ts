import { type OperationRequest, type OperationResponse, operationUrl } from "./api/operation-request.ts";
import type { Archive, ArchivedRun, Export } from "./api/operations.generated.ts";
import type { CallOptions, Caller } from "./call/caller.ts";
import { ClientErrorCode, isMoJobClientError, MoJobClientError, refusalOf } from "./call/client-error.ts";
import { isPassing } from "./call/pauses.ts";
import { headersOf, unreachable } from "./call/send-once.ts";
import { pagesOf } from "./lists.ts";

type Aborting = Pick<CallOptions, "signal">;
type Bytes = Uint8Array<ArrayBuffer>;

/** Files with what ran, as a client sees them. */
export interface RemoteExports {
  /** Begins one. @throws MoJobClientError `invalid_argument`, `forbidden` */
  create(request: OperationRequest<"createExport">["body"], options?: Aborting): Promise<Export>;
  /** Those that the caller may read, the newest first. */
  list(options?: Aborting): Promise<readonly Export[]>;
  /** @throws MoJobClientError `export_not_found` */
  get(id: string, options?: Aborting): Promise<Export>;
  /**
   * The bytes of its file. A connection that breaks is opened again behind what has come.
   * @param options `start` goes on with a download of before: the bytes that are there
   * @throws MoJobClientError `export_not_found`, `export_not_ready`; `foreign_response` where something in between sends another part than was asked for
   * @example
   * ```ts
   * for await (const piece of scheduler.exports.download(id)) await file.write(piece);
   * ```
   */
  download(id: string, options?: Aborting & { readonly start?: number }): AsyncGenerator<Bytes, void>;
  cancel(id: string, options?: Aborting): Promise<Export>;
  remove(id: string, options?: Aborting): Promise<Export>;
}

/** Exports that were imported, as a client sees them. */
export interface RemoteArchives {
  /**
   * Imports an exported file.
   * @throws MoJobClientError `archive_refused` with why, and nothing of it is kept
   */
  import(name: string, file: Blob | Bytes, options?: Aborting): Promise<Archive>;
  list(options?: Aborting): Promise<readonly Archive[]>;
  /** Its runs, the newest first, page by page as they are read. @throws MoJobClientError `archive_not_found` */
  runs(
    id: string,
    query?: NonNullable<OperationRequest<"listArchivedRuns">["query"]>,
    options?: Aborting,
  ): AsyncGenerator<ArchivedRun, void>;
  /** @throws MoJobClientError `archive_not_found`, `instance_not_found` */
  run(id: string, run: string, options?: Aborting): Promise<OperationResponse<"getArchivedRun">>;
  remove(id: string, options?: Aborting): Promise<Archive>;
}

export function remoteExports(caller: Caller): RemoteExports {
  return {
    create: async (body, aborting) => (await caller.call("createExport", { body }, aborting)).export,
    list: async (aborting) => (await caller.call("listExports", {}, aborting)).items,
    get: async (id, aborting) => (await caller.call("getExport", { path: { id } }, aborting)).export,
    download: (id, options) => download(caller, id, options),
    cancel: async (id, aborting) =>
      (await caller.call("cancelExport", { path: { id }, body: {} }, aborting)).export,
    remove: async (id, aborting) => (await caller.call("removeExport", { path: { id } }, aborting)).export,
  };
}

export function remoteArchives(caller: Caller): RemoteArchives {
  return {
    import: (name, file, aborting) => importFile(caller, name, file, aborting),
    list: async (aborting) => (await caller.call("listArchives", {}, aborting)).items,
    runs: (id, query = {}, aborting) =>
      pagesOf((cursor) =>
        caller.call("listArchivedRuns", { path: { id }, query: { ...query, cursor } }, aborting),
      ),
    run: (id, run, aborting) => caller.call("getArchivedRun", { path: { id, run } }, aborting),
    remove: async (id, aborting) => (await caller.call("removeArchive", { path: { id } }, aborting)).archive,
  };
}

async function* download(
  caller: Caller,
  id: string,
  { signal, start = 0 }: Aborting & { readonly start?: number } = {},
): AsyncGenerator<Bytes, void> {
  if (!(Number.isSafeInteger(start) && start >= 0))
    throw new MoJobClientError(
      "invalid_argument",
      `Cannot download export "${id}" from byte ${start} on: "start" must be a whole number from 0`,
    );
  const { options } = caller;
  const url = operationUrl("downloadExport", { path: { id } }, options.root);
  let at = start;
  for (let failures = 0; ;) {
    const headers = { ...(await headersOf({}, options)), Range: `bytes=${at}-` };
    let retryAfter: string | null = null;
    try {
      const response = await options.send(url, { headers, ...(signal !== undefined && { signal }) });
      retryAfter = response.headers.get("Retry-After");
      if (isAtEnd(response, at)) return;
      if (!response.ok) throw refusalOf(response, await response.text());
      const size = sizeOf(response, at, url);
      for await (const bytes of bytesOf(response)) {
        at += bytes.length;
        failures = 0;
        yield bytes;
      }
      if (size === null || at >= size) return;
      throw new TypeError(`The connection was closed after ${at} of ${size} bytes`);
    } catch (cause) {
      signal?.throwIfAborted();
      if (isMoJobClientError(cause) && !isPassing(cause, retryAfter)) throw cause;
      failures += 1;
      if (failures > options.retries) throw isMoJobClientError(cause) ? cause : unreachable(url, cause);
    }
    await caller.pause(failures - 1, retryAfter, signal);
  }
}

/** Whether the server has no byte from there on because that is the end of the file. */
function isAtEnd({ status, headers }: Response, at: number): boolean {
  return status === 416 && headers.get("Content-Range") === `bytes */${at}`;
}

/** The size of the whole file; `null` where the response is all of it and does not say. @throws MoJobClientError `foreign_response` for another part */
function sizeOf({ status, headers }: Response, at: number, url: string): number | null {
  const [, first, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get("Content-Range") ?? "") ?? [];
  if (status === 206 && Number(first) === at) return Number(size);
  // Something in between may leave the range out.
  if (status === 200 && at === 0) return null;
  throw new MoJobClientError(
    ClientErrorCode.ForeignResponse,
    `The response of ${new URL(url).origin} is not the part of the file from byte ${at} on, which was asked for`,
    { status },
  );
}

/** The connection is closed where nobody reads on. */
async function* bytesOf({ body }: Response): AsyncGenerator<Bytes, void> {
  const reader = body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** The time of a call is not bounded: a large file takes as long as its connection. */
async function importFile(
  { options }: Caller,
  name: string,
  file: Blob | Bytes,
  { signal }: Aborting = {},
): Promise<Archive> {
  const url = operationUrl("importArchive", { query: { name } }, options.root);
  const headers = { ...(await headersOf({}, options)), "Content-Type": "application/gzip" };
  let response: Response;
  try {
    response = await options.send(url, {
      method: "POST",
      headers,
      body: file,
      ...(signal !== undefined && { signal }),
    });
  } catch (cause) {
    signal?.throwIfAborted();
    throw unreachable(url, cause);
  }
  const text = await response.text();
  if (!response.ok) throw refusalOf(response, text);
  return (JSON.parse(text) as OperationResponse<"importArchive">).archive;
}
