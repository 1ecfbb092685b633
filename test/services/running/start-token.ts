import { readFile } from "node:fs/promises";

/** What a program sends to a start on this machine that asks for the token of a file. */
export async function startBearer(file: string): Promise<{ readonly authorization: string }> {
  return { authorization: `Bearer ${(await readFile(file, "utf8")).trim()}` };
}
