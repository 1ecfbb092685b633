import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { describe, expect, it, onTestFinished } from "vitest";

const PROGRAM = fileURLToPath(new URL("../fixtures/commands-program.ts", import.meta.url));
const KEPT_PROGRAM = fileURLToPath(new URL("../fixtures/kept-program.ts", import.meta.url));
const NO_INTERPRETER = fileURLToPath(new URL("../fixtures/no-interpreter", import.meta.url));

interface Ended {
  readonly name: string;
  readonly lines: readonly string[];
  readonly [field: string]: unknown;
}

function endsIn(output: string): (name: string) => Ended {
  const ends = output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Ended);
  return (name) => ends.find((end) => end.name === name) ?? { name, lines: [], missing: output };
}

const DONE = { state: "Succeeded", attempt: 1, result: null };
const FAILED = { state: "Terminated", attempt: 1, result: null };

function expectFiles(ended: (name: string) => Ended): void {
  const { id } = ended("outputs") as unknown as { id: string };
  expect(ended("outputs")).toMatchObject({
    state: "Succeeded",
    result: {
      n: 1,
      files: {
        "a b.txt": { $file: `run-file:${id}/a b.txt`, name: "a b.txt", size: 3 },
        "b.txt": { name: "b.txt", size: 3, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    },
    lines: ["folder", "link"].map((name) => `warn Output "${name}" was left out: it is not a plain file`),
  });
  expect(ended("inputs").lines).toEqual([
    "info onetwothreeone",
    "info 2-b.txt",
    "info a b.txt",
    "info b.txt",
    "info 600",
  ]);
  expect(ended("inputs-in-json").lines[0]).toMatch(
    /^info \{"of":\{"day":\["[^"]+\/inputs\/a b\.txt","[^"]+\/inputs\/b\.txt",/,
  );
  expect(ended("input-missing")).toMatchObject({ ...FAILED, code: "file_not_found", lines: [] });
  expect(ended("bad-output")).toMatchObject({ ...FAILED, code: "invalid_argument" });
  expect(ended("files-of-failed")).toMatchObject({ files: [] });
}

describe.each([NODE, BUN, DENO])("programs on $name", (runtime) => {
  it(
    "are given words, input and files, and end as a whole within their limits",
    { timeout: 180_000 },
    async () => {
      const env = { SECRET: "of the worker" };
      await using program = spawnProgram(runtime, PROGRAM, { env });
      const { code } = await program.exit;
      const ended = endsIn(program.output());

      expect(ended("words")).toMatchObject({ ...DONE, lines: [`info a b;$(id)|*|c 'd|1|{"e":"$HOME"}|`] });
      const own = ended("own-path");
      expect(own.lines).toEqual([`info ${String(own["execPath"])}|=x|-A||`]);
      expect(ended("no-words")).toMatchObject({ ...DONE, lines: ["info find|"] });
      expect(ended("text")).toMatchObject({ ...DONE, lines: ["info one word; not two"] });
      expect(ended("stdin")).toMatchObject({ state: "Succeeded", result: { n: [1, "ü"] } });
      const names = ended("environment").lines.map((line) => /^info (\w+)=/.exec(line)?.[1]);
      expect(names).toEqual(
        expect.arrayContaining(["HOME", "MOJOB_RUN_ID", "MOJOB_RESULT_FILE", "PATH", "SET"]),
      );
      expect(names.filter((name) => name === "SECRET" || name === "USER")).toEqual([]);
      expect(ended("folder")).toMatchObject({
        ...DONE,
        lines: [
          expect.stringMatching(/mojob-run-/),
          ...[
            "ctx.json",
            "ctx.log",
            "executeCode",
            "job-error.log",
            "job.log",
            "outputs",
            "params.json",
            "status",
          ].map((name) => `info ${name}`),
          "info {",
          'info   "tenant": "default",',
          'info   "app": "ops",',
          'info   "jobKey": "folder",',
          ...Array.from({ length: 6 }, () => expect.any(String) as string),
        ],
      });

      const secret = ended("secret");
      expect(secret).toMatchObject({ ...DONE, result: { it: "***" } });
      expect(secret.lines.slice(0, -1)).toEqual([
        "info 600",
        "info 700",
        "info own",
        // The value itself reached the program.
        `info ${createHash("sha256").update("s3cret-value-s3cret").digest("hex")}  -`,
        "info got ***",
        expect.stringMatching(/^info \*\*\*.{0,4}$/),
        expect.stringMatching(/^info bWU6\*\*\*.{0,4}$/),
      ]);
      expect(existsSync(secret.lines.at(-1)?.replace("warn ", "") ?? "/")).toBe(false);
      expect(ended("secret-failed")).toMatchObject({
        code: "exit_code",
        parameters: { line: "no: ***" },
        lines: ["warn no: ***"],
      });
      expect(ended("secret-missing")).toMatchObject({
        ...FAILED,
        code: "secret_missing",
        parameters: { name: "OTHER" },
        lines: [],
      });

      expect(ended("exit")).toMatchObject({
        ...FAILED,
        code: "exit_code",
        message: "The program ended with exit code 3: disk full",
        parameters: { exitCode: 3, line: "disk full" },
        lines: expect.arrayContaining(["info first", "warn disk full"]),
      });
      expect(ended("signal")).toMatchObject({
        ...FAILED,
        code: "exit_signal",
        parameters: { name: "SIGSEGV" },
      });
      expect(ended("missing")).toMatchObject({
        ...FAILED,
        code: "program_missing",
        message: `Program "no-such-program" is not on the worker's machine or cannot be executed there`,
      });
      expect(ended("no-interpreter")).toMatchObject({
        ...FAILED,
        code: "program_missing",
        parameters: { name: NO_INTERPRETER },
      });
      expect(ended("retried")).toMatchObject({
        ...DONE,
        attempt: 2,
        lines: ["info attempt 1", "info attempt 2"],
      });

      const whole = { started: 3, alive: 0 };
      expect(ended("timeout")).toMatchObject({ ...FAILED, alive: 0, code: "timeout" });
      expect(ended("left-behind")).toMatchObject({ ...DONE, ...whole });
      expect(ended("cancel")).toMatchObject({ state: "Cancelled", ...whole });
      expect(ended("graceful").lines).toContain("info bye");

      expect(ended("utf8").lines).toEqual(["info \uFFFD\uFFFDok ü \uFFFD end", "info last"]);
      const tooMuch = { ...FAILED, code: "output_limit", message: "Its output is larger than 8 MB" };
      expect(ended("lines")).toMatchObject(tooMuch);
      expect(ended("one-line")).toMatchObject(tooMuch);
      for (const name of ["lines", "one-line", "tail"])
        expect(ended(name)["bytes"]).toBeLessThan(1024 * 1024);
      expect(ended("tail")).toMatchObject({ ...DONE, last: "the end" });
      expect(ended("memory")["grownMb"]).toBeLessThan(512);

      expect(ended("memory-limit")).toMatchObject({
        ...FAILED,
        code: "memory_limit",
        parameters: { limit: 150 },
      });
      expect(ended("cpu-limit")).toMatchObject({ ...FAILED, code: "cpu_limit", parameters: { limit: 1 } });
      expect(ended("process-limit")).toMatchObject({ ...FAILED, code: "process_limit", alive: 0 });

      const leftOut = [expect.stringMatching(/^warn The result file was left out: /)];
      for (const name of ["bad-result", "linked-result", "piped-result"])
        expect(ended(name)).toMatchObject({ ...DONE, lines: leftOut });
      expectFiles(ended);
      expect(ended("nul")).toMatchObject({ ...FAILED, message: expect.stringContaining("U+0000") });
      expect(ended("long")).toMatchObject({ ...FAILED, message: expect.stringContaining("too long") });
      expect(ended("unlisted")).toMatchObject({ issues: [{ pointer: "/work/argv/0", code: "not_one_of" }] });
      expect(ended("worker")).toMatchObject({
        runners: [
          {
            kind: "command",
            names: ["sh", "printf", "no-such-program", NO_INTERPRETER],
            sandbox: "unsandboxed",
          },
          { kind: "condition" },
          { kind: "wait" },
          { kind: "task" },
        ],
      });
      expect(code).toBe(0);
    },
  );

  it("do not outlive a worker that is killed, nor do their secrets", { timeout: 60_000 }, async () => {
    await using program = spawnProgram(runtime, PROGRAM, { args: ["wait"] });
    const line = await program.line(/"name":"wait"/);
    const { pids, secret } = JSON.parse(line) as { pids: number[]; secret: string };
    expect(pids.map(isAlive)).toEqual([true, true]);
    expect(existsSync(secret)).toBe(true);
    program.signalAlone("SIGKILL");
    await expect.poll(() => pids.map(isAlive), { timeout: 20_000 }).toEqual([false, false]);
    expect(existsSync(secret)).toBe(false);
    rmSync(dirname(dirname(secret)), { recursive: true });
  });

  it(
    "begin in a clean folder where the worker before was killed, which keeps no secret meanwhile",
    { timeout: 60_000 },
    async () => {
      const root = mkdtempSync(join(tmpdir(), "mojob-kept-"));
      onTestFinished(() => rmSync(root, { recursive: true, force: true }));
      const folder = (): string => {
        const [tenant = "-"] = existsSync(root) ? readdirSync(root) : [];
        const [app = "-"] = existsSync(join(root, tenant)) ? readdirSync(join(root, tenant)) : [];
        return join(root, tenant, app);
      };
      const log = (): string => {
        const [name = "-"] = existsSync(folder())
          ? readdirSync(folder()).filter((one) => one.startsWith("job-"))
          : [];
        const path = join(folder(), name, "job.log");
        return existsSync(path) ? readFileSync(path, "utf8") : "";
      };
      const first = `echo left > left; echo left > outputs/left; cat $MOJOB_SECRET_TOKEN_FILE >/dev/null; echo ready; exec sleep 600`;
      {
        await using program = spawnProgram(runtime, KEPT_PROGRAM, { args: [root, "1", first] });
        // What it prints is there while it runs.
        await expect.poll(log, { timeout: 30_000 }).toBe("ready\n");
        program.signalAlone("SIGKILL");
        await program.exit;
      }
      const [name = ""] = readdirSync(folder()).filter((one) => one.startsWith("job-"));
      const path = join(folder(), name);
      expect(readFileSync(join(path, "status"), "utf8")).toBe("");
      await expect.poll(() => existsSync(join(path, "secrets")), { timeout: 20_000 }).toBe(false);
      const second = "ls; ls outputs; printf 7 > outputs/total";
      await using program = spawnProgram(runtime, KEPT_PROGRAM, { args: [root, "2", second] });
      await program.exit;
      expect(program.output()).toContain('"total":"7"');
      expect(readFileSync(join(path, "job.log"), "utf8").trim().split("\n")).toEqual([
        "ctx.json",
        "ctx.log",
        "executeCode",
        "job-error.log",
        "job.log",
        "outputs",
        "params.json",
        "secrets",
        "status",
      ]);
      expect(readdirSync(join(path, "outputs"))).toEqual(["total"]);
      expect(readFileSync(join(path, "status"), "utf8")).toBe("1\n");
      expect(existsSync(join(path, "secrets"))).toBe(false);
      expect(readdirSync(folder()).filter((one) => one.startsWith("job-"))).toEqual([name]);
    },
  );
});

/** A process that has ended and was not waited for is dead too. */
function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2)[0] !== "Z";
  } catch {
    return false;
  }
}
