import { bytesOf } from "@mojob/core/engine";
import { FILE_LIMITS, type FileSource, type FileValue, tooLarge, type WorkFiles } from "@mojob/core/ports";
import type { RemoteCalls } from "./remote-calls.ts";

/** The files of a job in its thread. Between the thread and its worker a file is whole in memory: Bun's and Deno's streams do not cross. */
export function remoteFiles(calls: RemoteCalls): WorkFiles {
  return {
    async write(name: string, content: FileSource): Promise<FileValue> {
      const bytes = await gather(name, content);
      return (await calls.call([{ path: ["write"], args: [name, bytes] }], "files")) as FileValue;
    },
    async read(file: unknown): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
      const bytes = (await calls.call(
        [{ path: ["read"], args: [file] }],
        "files",
      )) as Uint8Array<ArrayBuffer>;
      return new Blob([bytes]).stream();
    },
  };
}

async function gather(name: string, content: FileSource): Promise<Uint8Array> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const piece of bytesOf(content)) {
    size += piece.length;
    if (size > FILE_LIMITS.mostBytes) throw tooLarge(name, FILE_LIMITS);
    pieces.push(piece.slice());
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
