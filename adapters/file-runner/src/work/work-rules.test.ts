import { invalidInput, parseJobWork } from "@mojob/core/engine";
import { isOffered, offeredNames, registerWorkKind } from "@mojob/core/ports";
import { beforeAll, describe, expect, test } from "vitest";
import { FileOperation, type FileWork } from "./file-work.ts";
import { FILE_WORK } from "./work-rules.ts";

beforeAll(() => registerWorkKind(FILE_WORK));

/** Each operation with all that it takes. */
const WORKS: readonly (Record<string, unknown> & { readonly do: FileOperation })[] = [
  { do: "read", from: "in:a.txt", as: "file" },
  { do: "exists", at: { root: "in", path: "{args.a}/b" } },
  { do: "write", to: { store: "a.txt" }, text: "" },
  { do: "write", to: "out:a", text: "AA==", encoding: "base64", ifExists: "append" },
  { do: "copy", from: { stored: "args.file" }, to: "out:a", ifExists: "replace" },
  { do: "move", from: "in:a", to: "out:a", ifExists: "fail" },
  { do: "remove", at: "out:", recursive: true, ifMissing: "pass" },
  { do: "concat", from: ["in:a", { stored: "args" }], to: "out:a", separator: "\n", ifExists: "replace" },
  { do: "concat", from: "in:", match: "*.csv", recursive: true, to: { store: "all" } },
  { do: "split", from: "in:a", to: "out:a", by: { lines: 10 }, name: "{n}.csv", ifExists: "replace" },
  { do: "checksum", from: "in:a", algorithm: "md5", expect: "{args.sum}" },
  { do: "list", at: "in:", match: "*", recursive: false },
  { do: "pack", from: "in:", match: "*", to: "out:a.zip", format: "zip", ifExists: "replace" },
  { do: "unpack", from: "in:a.zip", to: "out:a", format: "tar.gz", ifExists: "replace" },
];

const pointerTo = (member: string): string => ["", "work", member].join("/");
const parsed = (work: object): FileWork =>
  parseJobWork({ kind: "file", ...work }, "create a job") as FileWork;
const issue = (pointer: string, code: string): Error =>
  expect.objectContaining({
    issues: expect.arrayContaining([
      expect.objectContaining({ pointer: pointerTo(pointer), code }),
    ]) as unknown,
  }) as Error;

describe("work with files", () => {
  test.each(WORKS)("is parsed as it is: %j", (work) => {
    expect(parsed(work)).toEqual({ kind: "file", ...work });
  });

  test("has a case for each operation", () => {
    expect(new Set(WORKS.map((work) => work.do))).toEqual(new Set(Object.values(FileOperation)));
  });

  test.each(WORKS)("takes no member of another operation: %j", (work) => {
    const others = WORKS.flatMap((other) => Object.entries(other)).filter(
      ([name]) => !WORKS.some((same) => same.do === work.do && name in same),
    );
    for (const [name, value] of others)
      expect(() => parsed({ ...work, [name]: value })).toThrow(issue(name, "unknown_name"));
  });

  test.each<readonly [object, string, string]>([
    [{ do: "delete", at: "out:a" }, "do", "not_one_of"],
    [{ do: "read" }, "from", "required"],
    [{ do: "read", from: "/srv/in/a" }, "from", "custom"],
    [{ do: "read", from: "in:../a" }, "from", "custom"],
    [{ do: "read", from: "in:a//b" }, "from", "custom"],
    [{ do: "read", from: "{args.root}:a" }, "from", "custom"],
    [{ do: "read", from: { root: "{args}", path: "a" } }, "from", "custom"],
    [{ do: "read", from: { stored: "report" } }, "from/stored", "custom"],
    [{ do: "read", from: 5 }, "from", "custom"],
    [{ do: "exists", at: { stored: "args.a" } }, "at", "custom"],
    [{ do: "move", from: "in:a", to: { store: "a" } }, "to", "custom"],
    [{ do: "copy", from: "in:a", to: { store: "a" }, ifExists: "replace" }, "ifExists", "custom"],
    [{ do: "copy", from: "in:a", to: "out:a", ifExists: "append" }, "ifExists", "not_one_of"],
    [{ do: "concat", from: ["in:a"], match: "*", to: "out:a" }, "match", "custom"],
    [{ do: "list", at: "in:", match: "a/*" }, "match", "custom"],
    [{ do: "split", from: "in:a", to: "out:a", by: {} }, "by", "custom"],
    [{ do: "split", from: "in:a", to: "out:a", by: { lines: 1, bytes: 1 } }, "by", "custom"],
    [{ do: "split", from: "in:a", to: "out:a", by: { lines: 1 }, name: "part" }, "name", "custom"],
    [{ do: "write", to: "out:a", text: "{{secrets.TOKEN}}" }, "text", "custom"],
    [{ do: "write", to: "out:a", text: 5 }, "text", "not_text"],
    [{ do: "pack", from: "in:", to: "out:a", format: "rar" }, "format", "not_one_of"],
  ])("is refused with a pointer: %j", (work, pointer, code) => {
    expect(() => parsed(work)).toThrow(issue(pointer, code));
  });

  test("needs a worker that has all its roots, for writing where it writes", () => {
    const work = parsed({ do: "concat", from: ["in:a", "more:b", { stored: "args" }], to: "out:a" });
    expect(offeredNames(work)).toEqual(["in", "more", "out:write"]);
    const offer = (...names: readonly string[]) => isOffered(work, [{ kind: work.kind, names }]);
    expect([
      offer("in", "more", "out", "out:write"),
      offer("in", "more", "out"),
      offer("in", "out:write"),
    ]).toEqual([true, false, false]);
    const mistake = (names: readonly string[]): Error =>
      invalidInput("create a job", [FILE_WORK.notOffered?.(work, names) as never]);
    expect(mistake(["in", "out", "out:write"]).message).toContain(
      `"${pointerTo("from/1")}" must be one of in, out`,
    );
    expect(mistake(["in", "more", "out"]).message).toContain(`"${pointerTo("to")}"`);
    expect(mistake(["in", "more", "out", "out:write"]).message).toContain("no worker has all roots");
  });
});
