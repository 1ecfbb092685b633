import { describe, expect, it } from "vitest";
import { isMoJobError } from "../../base/error.ts";
import { keptToken, type TokenFiles } from "./kept-token.ts";

interface Kept {
  readonly text: string;
  readonly mode: number;
}

class Failed extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** A disk in memory, and the folders that were made on it. */
function disk(kept: Record<string, Kept> = {}, own: Partial<TokenFiles> = {}) {
  const folders: unknown[] = [];
  const names: string[] = [];
  const at = (file: number): Kept => kept[names[file] ?? ""] ?? { text: "", mode: 0 };
  const files: TokenFiles = {
    hasModes: true,
    mkdirSync: (path, { mode }) => folders.push([path, mode]),
    writeFileSync(path, text, { mode }) {
      if (path in kept) throw new Failed("EEXIST");
      kept[path] = { text, mode };
    },
    openSync: (path) => names.push(path) - 1,
    fstatSync: (file) => ({ mode: 0o100_000 | at(file).mode }),
    readFileSync: (file) => at(file).text,
    closeSync: (file) => void (names[file] = "closed"),
    ...own,
  };
  return { files, kept, folders, names };
}

/** Why a token is refused. */
function refusalOf(files: TokenFiles): string {
  try {
    return keptToken("own/token", files);
  } catch (error) {
    if (!isMoJobError(error, "invalid_configuration")) throw error;
    return error.message;
  }
}

describe("keptToken()", () => {
  it("makes a token of 256 bits that nobody else can read, and returns it from then on", () => {
    const { files, kept, folders, names } = disk();
    const token = keptToken("own/token", files);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(kept).toEqual({ "own/token": { text: `${token}\n`, mode: 0o600 } });
    expect(folders).toEqual([["own", 0o700]]);
    expect(keptToken("own/token", files)).toBe(token);
    expect(names).toEqual(["closed"]);
    expect(keptToken("other/token", files)).not.toBe(token);
  });

  it.each([
    ["token", "."],
    ["/token", "/"],
    ["a/b/token", "a/b"],
    ["a\\b\\token", "a\\b"],
  ])("makes the folder of %s", (path, folder) => {
    const { files, folders } = disk();
    keptToken(path, files);
    expect(folders).toEqual([[folder, 0o700]]);
  });

  it.each([0o640, 0o604, 0o620, 0o601])("refuses one that others can use: mode %o", (mode) => {
    const text = `${"3f9c1b7a5e2d4086".repeat(2)}\n`;
    expect(refusalOf(disk({ "own/token": { text, mode } }).files)).toContain(
      `"own/token": other users can use it (mode 0${mode.toString(8)}); remove the file`,
    );
    expect(refusalOf(disk({ "own/token": { text, mode } }, { hasModes: false }).files)).toBe(text.trim());
  });

  it("refuses an empty one, and one that can neither be made nor read", () => {
    for (const text of ["", "\n", "\r\n"])
      expect(refusalOf(disk({ "own/token": { text, mode: 0o600 } }).files)).toContain("it is empty");
    const fail = (): never => {
      throw new Failed("EACCES");
    };
    const kept = { "own/token": { text: "x\n", mode: 0o600 } };
    expect(refusalOf(disk({}, { mkdirSync: fail }).files)).toContain("it cannot be made");
    expect(refusalOf(disk({}, { writeFileSync: fail }).files)).toContain("it cannot be made");
    expect(refusalOf(disk(kept, { openSync: fail }).files)).toContain("it cannot be read");
    const unread = disk(kept, { readFileSync: fail });
    expect(refusalOf(unread.files)).toContain("it cannot be read");
    expect(unread.names).toEqual(["closed"]);
  });
});
