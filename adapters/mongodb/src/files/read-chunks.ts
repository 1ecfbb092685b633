import { MoJobError, MoJobErrorCode } from "@mojob/core/ports";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import type { FileDocument } from "../documents/mongodb-documents.ts";

/** The bytes of a file, chunk by chunk as they are wanted. */
export function readChunks(
  store: StoreHandle,
  { _id, filename, length }: FileDocument,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let n = 0;
  let read = 0;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        if (read >= length) return controller.close();
        const chunk = await store.call("read a file", () =>
          store.collections.fileChunks.findOne({ files_id: _id, n }),
        );
        if (chunk === null) throw vanished(filename);
        const bytes = new Uint8Array(chunk.data.value());
        n += 1;
        read += bytes.length;
        controller.enqueue(bytes);
      },
    },
    { highWaterMark: 0 },
  );
}

function vanished(name: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.FileNotFound,
    `Cannot read file ${JSON.stringify(name)}: it was removed or replaced meanwhile`,
  );
}
