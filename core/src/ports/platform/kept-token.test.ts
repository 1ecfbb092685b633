import { describe, expect, it } from "vitest";
import { isMoJobError } from "../../base/error.ts";
import { isMachineToken, keptToken, type TokenFiles } from "./kept-token.ts";

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

function raise(code: string): never {
  throw new Failed(code);
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
    linkSync(existing, path) {
      if (path in kept) throw new Failed("EEXIST");
      kept[path] = kept[existing] ?? { text: "", mode: 0 };
    },
    unlinkSync: (path) => void delete kept[path],
    openSync(path) {
      if (!(path in kept)) throw new Failed("ENOENT");
      return names.push(path) - 1;
    },
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
    expect(token).toMatch(/^mjm_[0-9a-f]{64}$/);
    expect([token, `${token}0`, token.slice(4), "mjs_x"].map(isMachineToken)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(kept).toEqual({ "own/token": { text: `${token}\n`, mode: 0o600 } });
    expect(folders).toEqual([["own", 0o700]]);
    expect(keptToken("own/token", files)).toBe(token);
    expect(names).toEqual(["closed", "closed"]);
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

  it("never shows another start half of it, which takes the one that was made first", () => {
    const written: string[] = [];
    const first = disk();
    const { writeFileSync } = first.files;
    const second = { ...first.files, linkSync: (): never => raise("EEXIST") };
    const files: TokenFiles = {
      ...first.files,
      writeFileSync(path, text, options) {
        written.push(path);
        writeFileSync(path, text, options);
      },
    };
    const token = keptToken("own/token", files);
    expect(written).toEqual([expect.stringMatching(/^own\/token\.[0-9a-f]{16}$/)]);
    // It sees none as it begins, and the other one's as it makes its own.
    let looks = 0;
    const late: TokenFiles = {
      ...second,
      openSync: (path) => ((looks += 1) === 1 ? raise("ENOENT") : first.files.openSync(path, "r")),
    };
    expect(keptToken("own/token", late)).toBe(token);
    expect(Object.keys(first.kept)).toEqual(["own/token"]);
  });

  it("is made where there are no links, too", () => {
    const { files, kept } = disk({}, { linkSync: () => raise("EPERM") });
    expect(keptToken("own/token", files)).toMatch(/^mjm_/);
    expect(Object.keys(kept)).toEqual(["own/token"]);
  });

  it("refuses an empty one, and one that can neither be made nor read", () => {
    for (const text of ["", "\n", "\r\n"])
      expect(refusalOf(disk({ "own/token": { text, mode: 0o600 } }).files)).toContain("it is empty");
    const fail = (): never => raise("EACCES");
    const kept = { "own/token": { text: "x\n", mode: 0o600 } };
    for (const made of [{ mkdirSync: fail }, { writeFileSync: fail }, { linkSync: fail }])
      expect(refusalOf(disk({}, made).files)).toBe(
        'Cannot make the token file "own/token" (EACCES): let this user write there, set a token, or state that callers of this machine need none ' +
          '(MOJOB_LOCAL_ACCESS=open, or localAccess: "open")',
      );
    expect(refusalOf(disk(kept, { openSync: fail }).files)).toContain("it cannot be read");
    const unread = disk(kept, { readFileSync: fail });
    expect(refusalOf(unread.files)).toContain("it cannot be read");
    expect(unread.names).toEqual(["closed"]);
  });
});
