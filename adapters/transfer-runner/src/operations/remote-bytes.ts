import { WorkErrorCode } from "@mojob/core/ports";
import { pathRefused, unavailable } from "@mojob/file-runner/operations";
import type { RemoteStats } from "../sites/site.ts";
import { TransferFailure } from "../transfer-failure.ts";
import type { RemoteFile } from "./remote-file.ts";
import type { TransferSession } from "./transfer-session.ts";

/** @throws WorkError `file_unavailable`, `path_refused` for what is no file */
export function assertFile(stats: RemoteStats | null, { text }: RemoteFile): RemoteStats {
  if (stats === null) throw unavailable(text);
  if (stats.type === "folder") throw unavailable(text, "it is a folder");
  if (stats.type !== "file") throw pathRefused(text, `it is no plain file`);
  return stats;
}

/**
 * The bytes of a file of the server, each once: where the connection breaks, another one goes on behind what has come.
 * @throws WorkError `file_too_large`; TransferFailure `transfer_incomplete` for a file that was changed meanwhile, or is not as the server says
 */
export async function* remoteBytes(
  file: RemoteFile,
  stats: RemoteStats,
  session: TransferSession,
): AsyncGenerator<Uint8Array, void, void> {
  const { login, budget } = session;
  const { size } = stats;
  let had = 0;
  let broken: unknown = null;
  for (;;) {
    try {
      const site = await login.site();
      if (had > 0) assertSame(await site.stats(file.path), stats, file);
      for await (const piece of site.read(file.path, had, size)) {
        had += piece.length;
        if (size !== null && had > size)
          throw incomplete(file, `the server states ${size} bytes, and sends more`);
        budget.read(piece.length, file.text);
        budget.file(had, file.text);
        if (size !== null) session.progress(had / Math.max(1, size), file.text);
        yield piece;
      }
      if (size === null || had === size) return;
      throw incomplete(file, `${had} of ${size} bytes have come`, true);
    } catch (error) {
      // A server that cannot go on in the middle refuses that: the next attempt begins from the start.
      if (broken !== null && error instanceof TransferFailure && error.code === WorkErrorCode.TransferRefused)
        throw broken;
      await login.recover(error);
      broken = error;
    }
  }
}

function assertSame(now: RemoteStats | null, { size, modified }: RemoteStats, file: RemoteFile): void {
  if (now !== null && now.size === size && now.modified?.getTime() === modified?.getTime()) return;
  throw incomplete(file, "it was changed meanwhile");
}

export function incomplete(
  { text }: Pick<RemoteFile, "text">,
  line: string,
  isBroken = false,
): TransferFailure {
  return new TransferFailure(WorkErrorCode.TransferIncomplete, line, { file: text, isBroken });
}
