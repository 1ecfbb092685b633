import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { randomBytes } from "../../base/ids.ts";

const TOKEN_BYTES = 32;
const OWN_FILE = 0o600;
const OWN_FOLDER = 0o700;
/** Anything for the group and for others. */
const OTHERS = 0o077;

/** What of `node:fs` keeps a token, and whether files have modes: on Windows they have none. */
export interface TokenFiles {
  mkdirSync(path: string, options: { readonly recursive: true; readonly mode: number }): unknown;
  writeFileSync(path: string, text: string, options: { readonly flag: "wx"; readonly mode: number }): void;
  openSync(path: string, flags: "r"): number;
  fstatSync(file: number): { readonly mode: number };
  readFileSync(file: number, encoding: "utf8"): string;
  closeSync(file: number): void;
  readonly hasModes: boolean;
}

/**
 * The token in a file that the user of this process alone can read: made where there is none.
 * @throws MoJobError `invalid_configuration` where it can neither be made nor read, where other users can read it, and where it
 * is empty
 */
export function keptToken(path: string, files: TokenFiles): string {
  try {
    files.mkdirSync(folderOf(path), { recursive: true, mode: OWN_FOLDER });
    const token = hexOf(randomBytes(TOKEN_BYTES));
    files.writeFileSync(path, `${token}\n`, { flag: "wx", mode: OWN_FILE });
    return token;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw refused(path, "it cannot be made", error);
  }
  return readToken(path, files);
}

function readToken(path: string, files: TokenFiles): string {
  let mode: number;
  let text: string;
  try {
    const file = files.openSync(path, "r");
    try {
      ({ mode } = files.fstatSync(file));
      text = files.readFileSync(file, "utf8");
    } finally {
      files.closeSync(file);
    }
  } catch (error) {
    throw refused(path, "it cannot be read", error);
  }
  if (files.hasModes && (mode & OTHERS) !== 0)
    throw refused(path, `other users can use it (mode ${(mode & 0o777).toString(8).padStart(4, "0")})`);
  const token = text.replace(/\r?\n$/, "");
  if (token === "") throw refused(path, "it is empty");
  return token;
}

function refused(path: string, why: string, cause?: unknown): MoJobError {
  return new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    `Cannot use the token in "${path}": ${why}; remove the file, so that a start makes a new one, or set a token`,
    { cause },
  );
}

function folderOf(path: string): string {
  const end = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  if (end < 0) return ".";
  return end === 0 ? path.slice(0, 1) : path.slice(0, end);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
