import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BUN, DENO, runtimeProgram } from "@mojob/test-services/runtimes";
import { canSandbox, hasScriptTool } from "@mojob/test-services/script-tools";
import { NODE, type RuntimeUnderTest, spawnProgram } from "@mojob/test-services/spawned-program";
import { describe, expect, it } from "vitest";

const PROGRAM = fileURLToPath(new URL("../fixtures/scripts-program.ts", import.meta.url));

type Ended = Readonly<Record<string, unknown>>;

const DONE = { state: "Succeeded", attempt: 1 };
/** The kinds of work that every worker runs. */
const OF_EVERY_WORKER = [{ kind: "condition" }, { kind: "wait" }, { kind: "task" }];
const FAILED = { state: "Terminated", attempt: 1, result: null };
const TWICE = { ...DONE, result: { twice: 8 } };

async function endsOf(runtime: RuntimeUnderTest, sandbox: string): Promise<(name: string) => Ended> {
  const args = [sandbox, realpathSync(runtimeProgram("node")), realpathSync(runtimeProgram("deno"))];
  await using program = spawnProgram(runtime, PROGRAM, { args });
  const { code } = await program.exit;
  const output = program.output();
  expect([code, output]).toEqual([0, expect.any(String)]);
  const ends = output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Ended);
  return (name) => ends.find((end) => end["name"] === name) ?? { missing: output };
}

/** The lines of a run behind the one that names its script. */
function linesOf({ lines }: Ended): readonly string[] {
  return (lines as readonly string[]).slice(1);
}

function missing(name: string): Ended {
  return { ...FAILED, code: "program_missing", parameters: { name } };
}

function expectScripts(ended: (name: string) => Ended): void {
  expect((ended("shell")["lines"] as string[])[0]).toMatch(
    /^debug Script in shell, version 1, SHA-256 [0-9a-f]{64}$/,
  );
  expect(ended("shell")).toMatchObject(DONE);
  expect(linesOf(ended("shell"))).toEqual(["info param a b; $(id) index 0 total 1", "info bye"]);
  expect(ended("python")).toMatchObject(hasScriptTool("python3") ? TWICE : missing("python3"));
  expect(ended("nodejs")).toMatchObject(TWICE);
  expect(linesOf(ended("nodejs"))).toEqual(['info {"n":4}|0|1']);
  expect(ended("typescript")).toMatchObject(TWICE);
  expect(linesOf(ended("typescript"))).toEqual(['info {"n":4}|0|1', "info prompt"]);
  const php = { ...FAILED, code: "exit_code", parameters: { exitCode: 7, line: "p|0|1" } };
  expect(ended("php")).toMatchObject(hasScriptTool("php") ? php : missing("php"));

  const file = { size: 6, sha256: "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03" };
  const copied = { state: "Succeeded", result: { files: { "copy.txt": { name: "copy.txt", ...file } } } };
  expect(ended("makes-file")).toMatchObject({
    result: { files: { "note.txt": { name: "note.txt", ...file } } },
  });
  expect(ended("takes-file")).toMatchObject(copied);
  expect(linesOf(ended("takes-file"))).toEqual(["info hello"]);
  expect(ended("takes-file-in-python")).toMatchObject(hasScriptTool("python3") ? copied : missing("python3"));
  expect(ended("takes-file-on-deno")).toMatchObject(copied);
  expect(ended("syntax")).toMatchObject({
    ...FAILED,
    code: "exit_code",
    parameters: { line: expect.stringMatching(/script\.sh/) },
  });
  expect(ended("endless")).toMatchObject({ ...FAILED, code: "timeout" });
  expect(ended("many")).toMatchObject({ ...FAILED, code: "process_limit", parameters: { limit: 40 } });
  expect(ended("left")).toMatchObject({ count: 0 });
  expect(ended("output")).toMatchObject({ ...FAILED, code: "output_limit" });
  expect(linesOf(ended("utf8"))).toEqual(["info \uFFFDok"]);
  expect(ended("edited")["lines"]).toEqual([expect.stringContaining("version 2"), "second"]);
  expect(ended("edited")["script"]).toEqual({ version: 2, hash: ended("edited")["hash"] });
  expect(ended("status")).toMatchObject({ state: "Cancelled", fraction: 0.25, message: "copying" });
}

describe.each([NODE, BUN, DENO])("scripts on $name", (runtime) => {
  // Where bubblewrap is not there or namespaces cannot be made; the preparation of the tests prints which.
  it.skipIf(!canSandbox())("run in a sandbox", { timeout: 180_000 }, async () => {
    const ended = await endsOf(runtime, "bubblewrap");
    expectScripts(ended);
    const secret = linesOf(ended("secret")).join("\n");
    for (const refused of [
      "/etc/shadow",
      "'/root'",
      "'/home'",
      "'/usr/made': Read-only",
      "'/etc/made': Read-only",
    ])
      expect(secret).toContain(refused);
    expect(secret).not.toMatch(/root:|of the worker/);
    expect(ended("network")).toMatchObject({ ...FAILED, code: "exit_code" });
    expect(linesOf(ended("alone"))[0]).toBe("info 65534");
    expect(ended("worker")).toMatchObject({
      runners: [{ kind: "script", sandbox: "bubblewrap" }, ...OF_EVERY_WORKER],
    });
  });

  it("run without one where the worker says so, and its record shows it", { timeout: 180_000 }, async () => {
    const ended = await endsOf(runtime, "unsandboxed");
    expectScripts(ended);
    const [first, ...rest] = linesOf(ended("powershell"));
    expect(first).toBe("info word -NoLogo");
    expect(rest).toEqual([
      "info word -NoProfile",
      "info word -NonInteractive",
      "info word -File",
      expect.stringMatching(/^info word .*\/script\.ps1$/),
      "info word p",
      "info word 0",
      "info word 1",
      "info Write-Output $args[0]",
    ]);
    expect(linesOf(ended("network"))).toEqual(["info from the machine"]);
    expect(ended("worker")).toMatchObject({
      runners: [{ kind: "script", sandbox: "unsandboxed" }, ...OF_EVERY_WORKER],
    });
  });
});
