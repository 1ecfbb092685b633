import { describe, expect, it } from "vitest";
import { commandRunner } from "./command-runner.ts";
import { findProgram } from "./process/find-program.ts";
import { wordsOf } from "./words-of.ts";

describe("commandRunner()", () => {
  it.each(["", "../bin/sh", "bin/sh"])("refuses to list %j, which would depend on a folder", (name) => {
    expect(() => commandRunner({ programs: [name] })).toThrow("a name on PATH or an absolute path");
  });

  it("starts nothing unless it is listed", () => {
    expect(commandRunner({ programs: [] }).names).toEqual([]);
  });
});

describe("commandRunner().run()", () => {
  it.each([
    [undefined, "Good day\n"],
    ["stdin", "Good day\n"],
    ["words", "Good day -n\n"],
  ] as const)(
    "with args %s gives the arguments as words or on standard input alone",
    async (args, printed) => {
      const runner = commandRunner({ programs: ["echo"] });
      const lines: string[] = [];
      const note = (line: string): void => void lines.push(`${line}\n`);
      const work = {
        kind: "command",
        argv: ["echo", "Good day"],
        ...(args !== undefined && { args }),
      } as const;
      await runner.run({
        definition: { key: "ops.say", work },
        instance: { app: "ops" },
        context: {
          signal: new AbortController().signal,
          tenant: "default",
          jobKey: "ops.say",
          instanceId: "run-1",
          attempt: 1,
          args: ["-n"],
          trigger: { type: "api" },
          shard: { index: 0, total: 1 },
          log: { debug: note, info: note, warn: note, error: note },
          progress: () => {},
        },
        claim: "claim",
        onAbandon: () => {},
      } as never);
      expect(lines.join("")).toBe(printed);
    },
  );
});

describe("findProgram()", () => {
  it.each([
    ["sh", "/bin/sh"],
    ["/bin/sh", "/bin/sh"],
    ["sh/", null],
    ["../bin/sh", null],
    ["sh\0", null],
    ["", null],
    ["/bin", null],
    ["/etc/passwd", null],
    ["no-such-program", null],
  ])("finds %j at %j", (name, path) => {
    expect(findProgram(name, "relative:/no/such/folder:/bin")).toBe(path);
  });
});

describe("wordsOf()", () => {
  it.each([
    [null, []],
    ["a b", ["a b"]],
    [7, ["7"]],
    [
      ["a", 1, null, { b: [true] }],
      ["a", "1", "null", '{"b":[true]}'],
    ],
    [{ a: 1 }, []],
  ])("makes %j the words %j", (args, words) => expect(wordsOf(args)).toEqual(words));
});
