import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { describeValue } from "../../base/describe-value.ts";

/** The content of a file: bytes or text, whole or piece by piece. */
export type FileSource =
  | Uint8Array
  | string
  | ReadableStream<Uint8Array | string>
  | AsyncIterable<Uint8Array | string>;

/**
 * The bytes of a source, texts as UTF-8.
 * @throws MoJobError `invalid_argument` for what has none
 */
export async function* bytesOf(source: FileSource): AsyncGenerator<Uint8Array, void, void> {
  const encoder = new TextEncoder();
  const pieces = typeof source === "string" || ArrayBuffer.isView(source) ? [source] : source;
  if (!isIterable(pieces)) throw noBytes(source);
  for await (const piece of pieces) {
    if (typeof piece === "string") yield encoder.encode(piece);
    else if (piece instanceof Uint8Array) yield piece;
    else throw noBytes(piece);
  }
}

function isIterable(source: unknown): source is AsyncIterable<unknown> | Iterable<unknown> {
  return (
    typeof source === "object" &&
    source !== null &&
    (Symbol.asyncIterator in source || Symbol.iterator in source)
  );
}

function noBytes(value: unknown): MoJobError {
  return new MoJobError(
    MoJobErrorCode.InvalidArgument,
    `Cannot store ${describeValue(value)} as a file: bytes or text are wanted, or a stream of them`,
  );
}
