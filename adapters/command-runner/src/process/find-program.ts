import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** The absolute path of a program that can be executed: itself, or found on the given PATH. `null` where there is none. */
export function findProgram(name: string, path: string): string | null {
  if (isAbsolute(name)) return isProgram(name) ? name : null;
  // A relative path would depend on the folder that a run happens to be in.
  if (name === "" || name.includes("/") || name.includes("\0")) return null;
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
