import { MoJobError, MoJobErrorCode } from "@mojob/core";
import { bytesOf, toBase64 } from "@mojob/core/engine";
import {
  createId,
  type Clock,
  FILE_LIMITS,
  type FileSource,
  type FileValue,
  tooLarge,
  unlessAborted,
  type WorkFiles,
} from "@mojob/core/ports";
import { isMoJobClientError } from "../call/client-error.ts";
import { type ExecutorLink, isUnknownExecutor } from "./executor-link.ts";
import { openDownload } from "./file-stream.ts";
import type { HeldRun } from "./held-run.ts";
import { piecesOf } from "./pieces.ts";

/** A call has at most 1 MiB, and its content is in base64. */
const PIECE_BYTES = 512 * 1024;
/** Restarts of the gateway within one file. */
const MOST_BEGINNINGS = 5;
const CODES: ReadonlySet<string> = new Set(Object.values(MoJobErrorCode));

/** The files of a run whose worker is not with its scheduler: they are sent and read over the executor protocol, by the run's lease. */
export class RemoteFiles implements WorkFiles {
  readonly #run: HeldRun;
  readonly #link: ExecutorLink;
  readonly #clock: Clock;

  constructor(run: HeldRun, link: ExecutorLink, clock: Clock) {
    this.#run = run;
    this.#link = link;
    this.#clock = clock;
  }

  /** Fields, so that a job can take them out of its context. */
  readonly write = async (name: string, content: FileSource): Promise<FileValue> => {
    const isWhole = typeof content === "string" || ArrayBuffer.isView(content);
    for (let beginnings = 1; ; beginnings += 1) {
      try {
        return await this.#upload(name, content);
      } catch (error) {
        if (isWhole && beginnings < MOST_BEGINNINGS && isForgotten(error)) continue;
        const doing = `store file ${JSON.stringify(name)}`;
        throw isForgotten(error) && !this.#run.signal.aborted
          ? new MoJobError(
              MoJobErrorCode.RuntimeUnavailable,
              `Cannot ${doing}: the scheduler's process was restarted meanwhile; write it again from its beginning`,
              { cause: error },
            )
          : this.#errorOf(error, doing);
      }
    }
  };

  readonly read = async (file: unknown): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> => {
    try {
      return await openDownload(file as FileValue, { run: this.#run, link: this.#link });
    } catch (error) {
      throw this.#errorOf(error, "read a stored file");
    }
  };

  async #upload(name: string, content: FileSource): Promise<FileValue> {
    const run = this.#run;
    const upload = createId(this.#clock.now());
    let offset = 0;
    for await (const { bytes, isLast } of piecesOf(bytesOf(content), PIECE_BYTES)) {
      if (offset + bytes.byteLength > FILE_LIMITS.mostBytes) throw tooLarge(name, FILE_LIMITS);
      run.signal.throwIfAborted();
      const body = { lease: run.lease, upload, name, offset, content: toBase64(bytes), last: isLast };
      const { file } = await unlessAborted(this.#link.call("upload", body), run.signal);
      if (file !== null) return file;
      offset += bytes.byteLength;
    }
    throw new TypeError("The scheduler did not say what it has stored");
  }

  /** An error as a worker beside its scheduler would have it. */
  #errorOf(error: unknown, doing: string): unknown {
    const { signal } = this.#run;
    if (signal.aborted) return signal.reason;
    if (!isMoJobClientError(error)) return error;
    if (error.code === "not_found" || error.code === "foreign_response")
      return new MoJobError(
        MoJobErrorCode.InvalidConfiguration,
        `Cannot ${doing}: the scheduler's process is of a version that takes no files of remote workers`,
        { cause: error },
      );
    if (error.code === "lease_lost")
      return new MoJobError(MoJobErrorCode.WorkerLost, `Cannot ${doing}: ${error.message}`, { cause: error });
    return CODES.has(error.code)
      ? new MoJobError(error.code as MoJobErrorCode, error.message, { cause: error })
      : error;
  }
}

/** Whether the gateway that took the first pieces is another one by now, or was restarted. */
function isForgotten(error: unknown): boolean {
  return isUnknownExecutor(error) || isMoJobClientError(error, MoJobErrorCode.FileNotFound);
}
