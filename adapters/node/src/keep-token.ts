import * as files from "node:fs";
import process from "node:process";
import { keptToken } from "@mojob/core/platform";

/**
 * The token in a file that the user of this process alone can read: made, with its folder, where there is none.
 * @throws MoJobError `invalid_configuration` where it can neither be made nor read, where other users can read it, and where it
 * is empty
 * @example
 * ```ts
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { keepToken } from "@mojob/node";
 *
 * const token = keepToken(join(tmpdir(), crypto.randomUUID(), "token"));
 * console.log(token.length);
 * ```
 */
export function keepToken(path: string): string {
  return keptToken(path, { ...files, hasModes: process.platform !== "win32" });
}
