import { constants } from "node:fs";
import { open } from "node:fs/promises";

/** The content of a plain file, and what changes whenever it is written. */
export interface PlainFile {
  readonly text: string;
  readonly stamp: string;
}

/**
 * Reads what a program left in its folder; it may have put anything there: a link, a pipe, a folder, much of it. Only a
 * plain file is read. Resolves to `null` where there is nothing.
 * @throws Error that says why it cannot be read
 */
export async function readPlainFile(path: string, mostBytes: number): Promise<PlainFile | null> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw new Error("it is not a plain file", { cause: error });
  });
  if (file === null) return null;
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Error("it is not a plain file");
    if (found.size > mostBytes) throw new Error(`it has more than ${mostBytes} bytes`);
    return { text: await file.readFile("utf8"), stamp: `${found.mtimeMs}/${found.size}` };
  } finally {
    await file.close();
  }
}
