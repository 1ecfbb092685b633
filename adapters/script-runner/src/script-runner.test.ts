import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JobContext } from "@mojob/core";
import { WHOLE_RUN, type WorkAttempt } from "@mojob/core/ports";
import { describe, expect, it, onTestFinished } from "vitest";
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

  it("refuses to start where bubblewrap is there and cannot make a sandbox, as in a container", async () => {
    const folder = await mkdtemp(join(tmpdir(), "mojob-bwrap-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const standIn = (text: string): Promise<void> =>
      writeFile(join(folder, "bwrap"), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    const options = { languages: ["shell"], env: { PATH: folder } } as const;
    await standIn("echo 'bwrap: No permissions to create new namespace' >&2; exit 1");
    expect(() => scriptRunner(options)).toThrow(
      /cannot make a sandbox here \(bwrap: No permissions to create new namespace\).*"unsandboxed"$/,
    );
    await standIn('for word; do last=$word; done; [ "$last" = : ]');
    expect(scriptRunner(options).sandbox).toBe("bubblewrap");
  });
});

describe("scriptRunner().run()", () => {
  it("executes nothing where the text is not the one that was saved, and no retry follows", async () => {
    const folder = await mkdtemp(join(tmpdir(), "mojob-script-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const runner = scriptRunner({ languages: ["shell"], sandbox: "unsandboxed", folder });
    const saved = 'touch "$0.saved"';
    const hash = createHash("sha256").update(saved).digest("hex");
    const script = {
      version: 3,
      hash,
      at: new Date(0),
      by: null,
      comment: null,
      restored: null,
      copied: null,
    };
    const lines: string[] = [];
    const attemptOf = (source: string, key = "ops.report"): WorkAttempt<JobContext> => {
      const definition = { key, work: { kind: "script", language: "shell", source }, script };
      const log = { debug: (line: string) => void lines.push(line) };
      const context = {
        args: null,
        shard: WHOLE_RUN,
        log,
        signal: AbortSignal.abort(new Error("was about to start")),
      };
      return { definition, instance: {}, context, onAbandon: () => {} } as unknown as WorkAttempt<JobContext>;
    };
    await expect(runner.run(attemptOf(`${saved}.evil`))).rejects.toMatchObject({
      code: "script_changed",
      parameters: { version: 3 },
      retryable: false,
      message: expect.stringContaining("Nothing was executed: the text of version 3"),
    });
    expect([lines, await readdir(folder)]).toEqual([[], []]);
    await expect(runner.run(attemptOf(saved))).rejects.toThrow();
    expect(lines.splice(0)).toEqual([`Script in shell, version 3, SHA-256 ${hash}`]);
    await expect(runner.run(attemptOf(saved, "#tried"))).rejects.toThrow();
    expect(lines, "what is tried has no versions").toEqual([`Script in shell, SHA-256 ${hash}`]);
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
