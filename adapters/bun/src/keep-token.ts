import * as files from "node:fs";
import { keptToken } from "@mojob/core/platform";

/** The token in a file that the user of this process alone can read: made, with its folder, where there is none. */
export function keepToken(path: string): string {
  return keptToken(path, { ...files, hasModes: process.platform !== "win32" });
}
