import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { tmpdir } from "node:os";
import { PhaseName } from "@mojob/core/ports";
import { describe, expect, it, onTestFinished } from "vitest";
import { folderPrefix } from "./folder-owner.ts";
import { resolveLimits } from "./process-limits.ts";
import { makeTemporaryFolder, removeLeftFolders, RunFolder } from "./run-folder.ts";
import { TASKS_PER_PROCESS } from "./capped-tasks.ts";
import { runProcess } from "./run-process.ts";
import { makeTaskGroup } from "./task-group.ts";
import { killStragglers } from "./usage/stragglers.ts";

const IS_LINUX = process.platform === "linux";

function aParent(): string {
  const path = mkdtempSync(join(tmpdir(), "mojob-test-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function aFolder(parent: string): Promise<RunFolder> {
  const folder = new RunFolder(await makeTemporaryFolder(parent));
  await folder.begin({ phase: PhaseName.Process, args: null, context: {}, secrets: new Map() });
  return folder;
}

/** Runs a line of shell to its end; resolves to what it printed. */
async function run(folder: RunFolder, line: string, limits = {}): Promise<readonly string[]> {
  const lines: string[] = [];
  const note = (text: string): void => void lines.push(text);
  await runProcess({
    argv: ["/bin/sh", "-c", line],
    env: { PATH: process.env["PATH"] ?? "" },
    cwd: folder.path,
    stdinPath: join(folder.path, "params.json"),
    limits: resolveLimits(limits),
    killAfterMs: 1000,
    context: {
      signal: new AbortController().signal,
      log: { debug: note, info: note, warn: note, error: note },
    },
    onAbandon: () => {},
  });
  return lines;
}

function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, "latin1").includes(") Z ");
  } catch {
    return false;
  }
}

it(
  "of programs whose folders have too much together the one with most is ended",
  { timeout: 30_000 },
  async () => {
    const parent = aParent();
    const limits = { foldersMb: 6 };
    const write = (mb: number, then: string): string =>
      `dd if=/dev/zero of=x bs=1048576 count=${mb} 2>/dev/null; ${then}`;
    const [small, large] = [await aFolder(parent), await aFolder(parent)];
    const isOver = join(small.path, "over");
    const other = run(small, write(3, `until [ -e ${isOver} ]; do sleep 0.1; done; echo done`), limits);
    await expect(run(large, write(5, "sleep 60"), limits)).rejects.toMatchObject({
      code: "folder_limit",
      parameters: { limit: 6 },
    });
    writeFileSync(isOver, "");
    expect(await other).toEqual(["done"]);
  },
);

// Other kernels do not show which descriptors a process has.
it.skipIf(!IS_LINUX)("a program has none of the descriptors that its worker was started with", () => {
  const fixture = new URL("../../fixtures/shows-descriptors.ts", import.meta.url).pathname;
  // Node itself keeps those that follow one another from its children; supervisors give some beyond.
  const line = `exec 7</etc/hosts 20</etc/hosts; exec "$0" "$1"`;
  const { stdout } = spawnSync("bash", ["-c", line, process.execPath, fixture], { encoding: "utf8" });
  expect(stdout.trim().split("\n")).toEqual(["7", "20 /dev/null", "21"]);
});

describe("runProcess()", () => {
  // Other kernels show no table of processes.
  it.skipIf(!IS_LINUX)(
    "ends what made a session of its own and emptied its environment, but stayed in the run's folder",
    async () => {
      const folder = await aFolder(aParent());
      const [line] = await run(
        folder,
        "(env -i setsid sh -c 'echo $$ > pid; mkdir below; cd below; exec sleep 300' >/dev/null 2>&1 &) ; until [ -s pid ] && [ -d below ]; do :; done; cat pid",
      );
      expect(Number(line)).toBeGreaterThan(1);
      // What is killed is there until the system's first process has seen its end.
      await expect.poll(() => isAlive(Number(line))).toBe(false);
    },
  );

  it("lets no file become larger than it may", async () => {
    const folder = await aFolder(aParent());
    const writing = run(folder, "dd if=/dev/zero of=big bs=65536 count=64 2>/dev/null", { fileMb: 1 });
    await expect(writing).rejects.toThrow(/ended/);
    expect(statSync(join(folder.path, "big")).size).toBe(1024 * 1024);
  });
});

describe("killStragglers()", () => {
  it("looks at the processes once for all runs that end together", async () => {
    const end = (index: number): Promise<void> =>
      killStragglers({ mark: `no-such-mark-${index}`, folder: `/no/such/folder-${index}` });
    const together = Array.from({ length: 300 }, (_, index) => end(index));
    await Promise.resolve();
    const meanwhile = Array.from({ length: 300 }, (_, index) => end(1000 + index));
    expect(new Set([...together, ...meanwhile]).size).toBeLessThanOrEqual(2);
    await Promise.all([...together, ...meanwhile]);
  });
});

describe("the folders of runs", () => {
  // Other kernels do not show when a process began.
  it.skipIf(!IS_LINUX)(
    "are removed when the worker that made them has been killed, and no others",
    async () => {
      const parent = aParent();
      const own = await aFolder(parent);
      const nobody = 2 ** 22 + 1;
      const left = join(parent, `${folderPrefix().replace(`-${process.pid}-`, `-${nobody}-`)}abcdef`);
      const reused = join(parent, `${folderPrefix().replace(/-\d+-$/, "-1-")}abcdef`);
      const elsewhere = join(
        parent,
        `mojob-run-0123456789ab-${folderPrefix().split("-")[3]}-${nobody}-1-abcdef`,
      );
      const others = [elsewhere, join(parent, "mojob-run-abcdef"), join(parent, "precious")];
      for (const path of [left, reused, ...others]) mkdirSync(path);
      await removeLeftFolders(parent);
      expect([left, reused].map((path) => existsSync(path))).toEqual([false, false]);
      expect([own.path, ...others].map((path) => existsSync(path))).toEqual([true, true, true, true]);
      expect(basename(own.path).startsWith(folderPrefix())).toBe(true);
    },
  );

  it("are removed however deep they are", async () => {
    const folder = await aFolder(aParent());
    const nest =
      'for (let i = 0; i < 30; i += 1) { fs.mkdirSync("d".repeat(200)); process.chdir("d".repeat(200)); }';
    const made = spawnSync(process.execPath, ["-e", nest], { cwd: folder.path });
    expect(made.status).toBe(0);
    await folder.remove();
    expect(existsSync(folder.path)).toBe(false);
    expect(existsSync(dirname(folder.path))).toBe(true);
  });
});

/** How many processes have this folder as their own. */
function countIn(folder: string): number {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false;
    }
  }).length;
}

const group = makeTaskGroup(10);
group?.remove();

// Where the control groups cannot be written, as by a worker that is not root.
it.skipIf(group === null).each([
  ["a fork bomb", "f(){ f|f& }; f; sleep 6", 50],
  ["what starts sixty programs", "for one in $(seq 60); do sleep 5 & done; wait", 10],
])(
  "the kernel lets %s have no more tasks than its limit, and it ends as process_limit",
  async (_, line, processes) => {
    const folder = await aFolder(aParent());
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, countIn(folder.path))), 10);
    try {
      await expect(run(folder, line, { processes })).rejects.toMatchObject({ code: "process_limit" });
    } finally {
      clearInterval(watch);
    }
    // With what starts the program and waits for this process.
    expect(most).toBeLessThanOrEqual(processes * TASKS_PER_PROCESS + 5);
  },
);
