import { MoJobError, MoJobErrorCode } from "@mojob/core";
import { type FileValue, isFileValue } from "@mojob/core/ports";
import { type ExecutorLink, isUnknownExecutor } from "./executor-link.ts";
import type { HeldRun } from "./held-run.ts";

/** Connections that break one after the other without a byte between them. */
const MOST_BREAKS = 6;

interface DownloadOptions {
  readonly run: HeldRun;
  readonly link: ExecutorLink;
}

/**
 * Opens a stored file; a connection that breaks is opened again behind what has been read.
 * @throws MoJobClientError for what is refused; MoJobError `invalid_argument` for what is no stored file's value
 */
export async function openDownload(
  file: FileValue,
  { run, link }: DownloadOptions,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  if (!isFileValue(file))
    throw new MoJobError(
      MoJobErrorCode.InvalidArgument,
      "Cannot read what is no file: the value of a stored file is wanted",
    );
  let offset = 0;
  const open = async (): Promise<ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>> => {
    for (let registrations = 1; ; registrations += 1) {
      try {
        return await link.open("download", { lease: run.lease, file, offset }, run.signal);
      } catch (error) {
        // It has registered again: its run has another lease.
        if (!isUnknownExecutor(error) || registrations === MOST_BREAKS) throw error;
      }
    }
  };
  let reader = await open();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      for (let breaks = 0; ; breaks += 1) {
        run.signal.throwIfAborted();
        const part = await reader.read().catch(() => null);
        if (part?.done === false) {
          offset += part.value.byteLength;
          return controller.enqueue(part.value);
        }
        // A server that breaks off may end the response as if it were whole.
        if (part !== null && offset === file.size) return controller.close();
        if (breaks === MOST_BREAKS)
          throw new MoJobError(
            MoJobErrorCode.RuntimeUnavailable,
            `Cannot read file ${JSON.stringify(file.name)}: the connection broke ${breaks} times after byte ${offset}`,
          );
        await link.pause(breaks);
        reader = await open();
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
