import type { OpenedSource } from "@mojob/file-runner/operations";
import type { LocalFile } from "./local-files.ts";
import { incomplete } from "./remote-bytes.ts";
import type { RemoteFile } from "./remote-file.ts";
import type { TransferSession } from "./transfer-session.ts";

/**
 * Sends a file under a name of its own: where the connection breaks, another one goes on behind what the server has.
 * @returns its size
 * @throws TransferFailure `transfer_incomplete` for a file that was changed meanwhile
 */
export async function sent(
  file: LocalFile,
  part: RemoteFile,
  { size, text }: Pick<OpenedSource, "size" | "text">,
  session: TransferSession,
): Promise<number> {
  const { login } = session;
  let isBegun = false;
  for (;;) {
    try {
      const site = await login.site();
      const has = isBegun ? ((await site.stats(part.path))?.size ?? 0) : 0;
      if (has > size) throw incomplete(part, `the server has ${has} of ${size} bytes`);
      isBegun = true;
      const source = await file.open();
      try {
        if (source.size !== size) throw incomplete({ text }, "it was changed meanwhile");
        await site.write(part.path, has, rest(source, has, session));
      } finally {
        await source.close();
      }
      return size;
    } catch (error) {
      await login.recover(error);
    }
  }
}

/** What follows the bytes that the server has. */
async function* rest(
  source: OpenedSource,
  has: number,
  { budget, progress, signal }: TransferSession,
): AsyncGenerator<Uint8Array, void, void> {
  let read = 0;
  for await (const piece of source.bytes()) {
    signal.throwIfAborted();
    const skipped = Math.min(piece.length, Math.max(0, has - read));
    read += piece.length;
    if (read > source.size) throw incomplete(source, "it was changed meanwhile");
    if (skipped === piece.length) continue;
    budget.written(piece.length - skipped, source.text);
    progress(read / source.size, source.text);
    yield skipped === 0 ? piece : piece.subarray(skipped);
  }
  if (read < source.size) throw incomplete(source, "it was changed meanwhile");
}
