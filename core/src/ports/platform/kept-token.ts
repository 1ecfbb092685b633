import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { randomBytes } from "../../base/ids.ts";

const TOKEN_BYTES = 32;
/** The beginning of the token that a start keeps in a file: what leaked is found by it, and told from tokens of executors. */
const MACHINE_PREFIX = "mjm_";
const MACHINE_TOKEN = /^mjm_[0-9a-f]{64}$/;
const NAME_BYTES = 8;
/** How file systems refuse links that have none. */
const WITHOUT_LINKS: ReadonlySet<unknown> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);
const OWN_FILE = 0o600;
const OWN_FOLDER = 0o700;
/** Anything for the group and for others. */
const OTHERS = 0o077;

/** The functions of `node:fs` that keep a token, and whether files have modes: on Windows they have none. */
export interface TokenFiles {
  mkdirSync(path: string, options: { readonly recursive: true; readonly mode: number }): unknown;
  writeFileSync(path: string, text: string, options: { readonly flag: "wx"; readonly mode: number }): void;
  linkSync(existing: string, path: string): void;
  unlinkSync(path: string): void;
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
  const kept = readToken(path, files);
  if (kept !== null) return kept;
  try {
    files.mkdirSync(folderOf(path), { recursive: true, mode: OWN_FOLDER });
    makeToken(path, files);
  } catch (error) {
    throw cannotMake(path, error);
  }
  const made = readToken(path, files);
  if (made === null) throw refused(path, "it was removed as it was made");
  return made;
}

/** Makes the file whole, where there is none: another process that starts at the same time reads one token, and no half of it. */
function makeToken(path: string, files: TokenFiles): void {
  const text = `${MACHINE_PREFIX}${hexOf(randomBytes(TOKEN_BYTES))}\n`;
  const unfinished = `${path}.${hexOf(randomBytes(NAME_BYTES))}`;
  files.writeFileSync(unfinished, text, { flag: "wx", mode: OWN_FILE });
  try {
    files.linkSync(unfinished, path);
  } catch (error) {
    // Some file systems have no links: there another start may read the file before it is written, and is refused.
    if (WITHOUT_LINKS.has(codeOf(error))) writeOnce(path, text, files);
    else if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    files.unlinkSync(unfinished);
  }
}

function writeOnce(path: string, text: string, files: TokenFiles): void {
  try {
    files.writeFileSync(path, text, { flag: "wx", mode: OWN_FILE });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/** Whether a text is like what `keptToken` makes, in whichever file. */
export function isMachineToken(text: string): boolean {
  return MACHINE_TOKEN.test(text);
}

/** `null` where there is no such file. */
function readToken(path: string, files: TokenFiles): string | null {
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
    if (codeOf(error) === "ENOENT") return null;
    throw refused(path, "it cannot be read", error);
  }
  if (files.hasModes && (mode & OTHERS) !== 0)
    throw refused(path, `other users can use it (mode ${(mode & 0o777).toString(8).padStart(4, "0")})`);
  const token = text.replace(/\r?\n$/, "");
  if (token === "") throw refused(path, "it is empty");
  return token;
}

function cannotMake(path: string, cause: unknown): MoJobError {
  const code = codeOf(cause);
  return new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    `Cannot make the token file "${path}"${typeof code === "string" ? ` (${code})` : ""}: let this user write there, set a token, ` +
      'or state that callers of this machine need none (MOJOB_LOCAL_ACCESS=open, or localAccess: "open")',
    { cause },
  );
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
