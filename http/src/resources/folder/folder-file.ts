import { byteLength } from "@mojob/core/ports";

/** A file in the folder of a run: what is stored, or what is made of records when it is read. */
export interface FolderFile {
  /** Below the folder, its parts separated by "/". */
  readonly path: string;
  /** In bytes; `null` where nobody knows before it is read. */
  readonly size: number | null;
  /** @throws MoJobError `file_not_found` where it was removed meanwhile */
  read(): AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;
}

/** A file of this text. */
export function textFile(path: string, text: string): FolderFile {
  return { path, size: byteLength(text), read: () => bytesOf([text]) };
}

export function jsonFile(path: string, value: unknown): FolderFile {
  return textFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** A file with these lines, which are looked for when it is read. */
export function linesFile(path: string, lines: () => AsyncIterable<string>): FolderFile {
  return { path, size: null, read: () => bytesOf(endedLines(lines())) };
}

async function* endedLines(lines: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  for await (const line of lines) yield `${line}\n`;
}

async function* bytesOf(
  pieces: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<Uint8Array, void, void> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}
