import { byteLength, type JsonObject, type WorkError } from "@mojob/core/ports";
import { tooLarge, unavailable } from "../place/file-errors.ts";
import type { WorkOf } from "../work/file-work.ts";
import { type OpenedSource, openSource, storedNameOf } from "./opened-source.ts";
import type { Session } from "./session.ts";

/** The longest text of a result. */
const LONGEST_TEXT = 256 * 1024;
/** The longest result as JSON, with what stands beside the text. */
const LONGEST_RESULT = 256 * 1024 - 1024;

/**
 * The content of a file: as text where that is short enough, else as a stored file of the run.
 * @throws WorkError `file_too_large` or `file_unavailable` where text alone is wanted, and it has none
 */
export async function read({ from, as }: WorkOf<"read">, session: Session): Promise<JsonObject> {
  const source = await openSource(from, session);
  try {
    const pieces = source.bytes();
    const begun: Uint8Array[] = [];
    let size = 0;
    const mostBytes = as === "file" ? -1 : LONGEST_TEXT;
    while (size <= mostBytes) {
      const { done, value } = await pieces.next();
      if (done === true) break;
      size += value.length;
      begun.push(value);
    }
    const text = size > mostBytes ? null : textOf(begun);
    if (text !== null && byteLength(JSON.stringify(text)) <= LONGEST_RESULT) return { text, size };
    if (as === "text") throw noText(source, size);
    const file = await session.files.write(storedNameOf(source), chained(begun, pieces));
    return { file, size: file.size };
  } finally {
    await source.close();
  }
}

function noText({ text }: OpenedSource, size: number): WorkError {
  return size > LONGEST_TEXT
    ? tooLarge(text, `a text of a result may have ${LONGEST_TEXT / 1024} KiB`)
    : unavailable(text, "it is no text that a result can have");
}

/** `null` for what is no UTF-8, which a text would change. */
function textOf(pieces: readonly Uint8Array[]): string | null {
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return pieces.map((piece) => decoder.decode(piece, { stream: true })).join("") + decoder.decode();
  } catch {
    return null;
  }
}

async function* chained(
  begun: readonly Uint8Array[],
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  yield* begun;
  yield* rest;
}
