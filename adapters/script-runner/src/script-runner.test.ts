import { WHOLE_RUN } from "@mojob/core/ports";
import { describe, expect, it } from "vitest";
import type { ScriptLanguage } from "./script-language.ts";
import { scriptRunner } from "./script-runner.ts";
import { wordsOfScript } from "./words-of-script.ts";

describe("scriptRunner()", () => {
  it("refuses a language that there is not", () => {
    expect(() => scriptRunner({ languages: ["cobol" as ScriptLanguage] })).toThrow(
      'there is no language "cobol"',
    );
  });

  it("refuses to start where there is no sandbox and nobody said that none is wanted", () => {
    const options = { languages: ["shell"], env: { PATH: "/no/such/folder" } } as const;
    expect(() => scriptRunner(options)).toThrow('state sandbox: "unsandboxed"');
    expect(scriptRunner({ ...options, sandbox: "unsandboxed" }).sandbox).toBe("unsandboxed");
  });
});

describe("wordsOfScript()", () => {
  it.each([
    [null, ["", "2", "5"]],
    ["a b", ["a b", "2", "5"]],
    [{ n: [1] }, ['{"n":[1]}', "2", "5"]],
    [{ long: "x".repeat(200_000) }, ["", "2", "5"]],
  ])("of %j", (args, words) => expect(wordsOfScript(args, { index: 2, total: 5 })).toEqual(words));

  it.each(["a\0b", "x".repeat(200_000)])("refuses what cannot be a word", (args) => {
    expect(() => wordsOfScript(args, WHOLE_RUN)).toThrow(/^The argument /);
  });
});
