import { open, readFile, rename } from "node:fs/promises";
import { MoJobError, MoJobErrorCode } from "@mojob/core/ports";

const OWN_FILE = 0o600;

/** Writes a file that is there whole or not at all, in the place of one with its path. */
export async function writeWhole(path: string, text: string, isSynced: boolean): Promise<void> {
  const beside = `${path}.${crypto.randomUUID()}.part`;
  const file = await open(beside, "wx", OWN_FILE);
  try {
    await file.writeFile(text);
    if (isSynced) await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
}

/** Has the disk keep which files a folder has. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => null);
  // Windows cannot, and keeps it without.
  await folder?.sync().catch(() => {});
  await folder?.close();
}

/** Writes bytes into a new file; resolves once they are on the disk. */
export async function writeBytes(
  path: string,
  content: AsyncIterable<Uint8Array>,
  isSynced: boolean,
): Promise<void> {
  const file = await open(path, "wx", OWN_FILE);
  try {
    for await (const piece of content) await file.writeFile(piece);
    if (isSynced) await file.sync();
  } finally {
    await file.close();
  }
}

/** Reads JSON; resolves to `null` where there is no file. */
export async function readJson<Value>(path: string): Promise<Value | null> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Value;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** Turns an error of the system about a file into one of a store. */
export function toDiskError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !("syscall" in error)) return error;
  return new MoJobError(
    MoJobErrorCode.StoreUnavailable,
    `Cannot use "${path}": ${error.message}; check the disk, the room on it, and who may write there`,
    { cause: error },
  );
}
