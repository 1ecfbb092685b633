import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** For the user whom the process runs as: records have arguments, results and logs, and the state has tokens of callbacks. */
const OWN_FILE = 0o600;
const OWN_FOLDER = 0o700;
/** The permission bits of everybody. A group that somebody let in, such as that of a backup, stays. */
const OTHERS = 0o007;
/** SQLite makes them with the permissions of the file; those of before are as the file was. */
const BESIDE = ["", "-wal", "-shm"];

/** Makes the folder of a file where it is missing, for its user alone. */
export function makeOwnFolder(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: OWN_FOLDER });
}

/** Makes a file where there is none; returns whether it did. SQLite takes an empty one for a new one. */
export function makeOwnFile(path: string): boolean {
  try {
    closeSync(openSync(path, "wx", OWN_FILE));
    return true;
  } catch {
    // It is there, or cannot be made, which SQLite finds out as well.
    return false;
  }
}

/** Keeps other users from a file, and from what SQLite has beside it. Where that is another user's matter it stays. */
export function keepOthersOut(path: string): void {
  for (const end of BESIDE) {
    try {
      const { mode } = statSync(`${path}${end}`);
      if ((mode & OTHERS) !== 0) chmodSync(`${path}${end}`, mode & ~OTHERS);
    } catch {
      // Missing, or of another user.
    }
  }
}
