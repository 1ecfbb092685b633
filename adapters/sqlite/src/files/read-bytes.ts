import { type FileHandle, open } from "node:fs/promises";

const PIECE_BYTES = 64 * 1024;

/** The bytes of a file, read as they are wanted; `toError` makes what the stream fails with. */
export function readBytes(
  path: string,
  toError: (error: unknown) => unknown,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let file: FileHandle | null = null;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          file ??= await open(path, "r");
          const piece = new Uint8Array(PIECE_BYTES);
          const { bytesRead } = await file.read(piece, 0, PIECE_BYTES);
          if (bytesRead > 0) return controller.enqueue(piece.subarray(0, bytesRead));
          await file.close();
          controller.close();
        } catch (error) {
          await file?.close().catch(() => {});
          throw toError(error);
        }
      },
      async cancel() {
        await file?.close();
      },
    },
    { highWaterMark: 0 },
  );
}
