import { chmodSync, chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JobState } from "@mojob/core";
import { openSqlite } from "@mojob/sqlite";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import {
  NODE,
  type RuntimeUnderTest,
  type SpawnedProgram,
  spawnProgram,
} from "@mojob/test-services/spawned-program";
import { until } from "@mojob/test-services/until";
import { describe, expect, it } from "vitest";
import { keepConnection, type KeptConnection } from "./kept-connection.ts";
import { canLimit, OTHER_USER, setLimit } from "./lowered-limits.ts";

const PROGRAM = fileURLToPath(new URL("fixtures/program.ts", import.meta.url));
const TEST_TIMEOUT_MS = 120_000;
/** Fewer than any process has open. */
const NO_FILES = 5;
const MANY = 1000;
const FILE = "mojob.db";

interface Run {
  readonly id: string;
  readonly state: JobState;
  readonly error: { readonly message: string } | null;
}

function temporaryFolder(uid?: number): string {
  const folder = mkdtempSync(join(tmpdir(), "mojob-exhaustion-"));
  if (uid !== undefined) chownSync(folder, uid, uid);
  return folder;
}

interface Service extends AsyncDisposable {
  readonly program: SpawnedProgram;
  readonly url: string;
  readonly api: KeptConnection;
  /** Starts a run and resolves to its end. */
  run(job: "plain" | "threaded"): Promise<Run>;
  /** Stops the program and resolves to the states of its runs, as a next program finds them. */
  stop(): Promise<readonly JobState[]>;
}

interface StartOptions {
  readonly uid?: number | undefined;
  readonly folder?: string;
}

function userOf(uid: number | undefined): { readonly uid?: number } {
  return uid === undefined ? {} : { uid };
}

async function start(runtime: RuntimeUnderTest, options: StartOptions = {}): Promise<Service> {
  const { uid, folder = temporaryFolder(uid) } = options;
  const path = join(folder, FILE);
  const program = spawnProgram(runtime, PROGRAM, { args: [path], ...userOf(uid) });
  const url = (await program.line(/^listening /)).slice("listening ".length);
  const api = keepConnection(url);
  const ids: string[] = [];
  return {
    program,
    url,
    api,
    async run(job) {
      const { instance } = (await api.send("POST", `/jobs/${job}/instances`, {})) as { instance: Run };
      ids.push(instance.id);
      return until(`the end of ${job}`, async () => {
        const run = (await api.send("GET", `/instances/${instance.id}`)) as Run;
        return ["Succeeded", "Terminated"].includes(run.state) ? run : null;
      });
    },
    async stop() {
      program.signal("SIGTERM");
      expect(await program.exit).toEqual({ code: 0, signal: null });
      await using stores = await openSqlite(path);
      const kept = await stores.store.instances.get("default", ids);
      return kept.map((run) => run?.state ?? "Cancelled");
    },
    async [Symbol.asyncDispose]() {
      api[Symbol.dispose]();
      await program[Symbol.asyncDispose]();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

describe.concurrent("a process without a file descriptor left", { timeout: TEST_TIMEOUT_MS }, () => {
  it.for([NODE, BUN, DENO])("goes on with its runs on $name", async (runtime, { skip }) => {
    if (!canLimit()) return skip("prlimit is not here to lower the limit of a process that runs");
    await using service = await start(runtime);
    const { program, run, stop } = service;
    expect((await run("plain")).state).toBe("Succeeded");
    setLimit({ pid: program.pid, name: "nofile" }, NO_FILES);
    expect((await run("plain")).state).toBe("Succeeded");
    setLimit({ pid: program.pid, name: "nofile" }, MANY);
    expect((await run("plain")).state).toBe("Succeeded");
    expect(await stop()).toEqual(["Succeeded", "Succeeded", "Succeeded"]);
  });

  // Deno's listener takes nobody any more then: there, the adapter's bound on connections keeps it from running out.
  it.for([NODE, BUN])("takes callers again when there are some on $name", async (runtime, { skip }) => {
    if (!canLimit()) return skip("prlimit is not here to lower the limit of a process that runs");
    await using service = await start(runtime);
    const { program, url, run } = service;
    expect((await run("plain")).state).toBe("Succeeded");
    setLimit({ pid: program.pid, name: "nofile" }, NO_FILES);
    // The caller waits in the system's queue, or is turned away.
    const caller = fetch(`${url}/livez`).then(
      ({ status }) => status,
      () => "turned away",
    );
    expect((await run("plain")).state).toBe("Succeeded");
    setLimit({ pid: program.pid, name: "nofile" }, MANY);
    const isServed = (): Promise<boolean> =>
      fetch(`${url}/livez`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until("a caller to be served", isServed);
    expect(await caller).toBeOneOf([200, "turned away"]);
  });

  // Bun and Deno end the process when they start a thread and find no file descriptor: nothing of ours runs any more then.
  it("fails a run that needs a thread with the reason on node, and runs the next one", async ({ skip }) => {
    if (!canLimit()) return skip("prlimit is not here to lower the limit of a process that runs");
    await using service = await start(NODE);
    const { program, run, stop } = service;
    // The connection is open then.
    expect((await run("plain")).state).toBe("Succeeded");
    setLimit({ pid: program.pid, name: "nofile" }, NO_FILES);
    const failed = await run("threaded");
    expect(failed).toMatchObject({ state: "Terminated" });
    expect(failed.error?.message).toMatch(/^Cannot start a thread for the run: .*EMFILE/);
    setLimit({ pid: program.pid, name: "nofile" }, MANY);
    expect((await run("threaded")).state).toBe("Succeeded");
    expect(await stop()).toEqual(["Succeeded", "Terminated", "Succeeded"]);
  });
});

describe.concurrent("a process without a thread left", { timeout: TEST_TIMEOUT_MS }, () => {
  it("fails a run that needs one with the reason, and goes on with the others", async ({ skip }) => {
    if (!canLimit(OTHER_USER))
      return skip("only root can start a process as a user of its own, whose threads are counted");
    await using service = await start(NODE, { uid: OTHER_USER });
    const { program, run, stop } = service;
    // Threads that the runtime starts when they are first needed are there then.
    expect((await run("plain")).state).toBe("Succeeded");
    setLimit({ pid: program.pid, name: "nproc", uid: OTHER_USER }, 1);
    const failed = await run("threaded");
    expect(failed).toMatchObject({ state: "Terminated" });
    expect(failed.error?.message).toMatch(/^Cannot start a thread for the run: .*EAGAIN/);
    expect((await run("plain")).state).toBe("Succeeded");
    setLimit({ pid: program.pid, name: "nproc", uid: OTHER_USER }, MANY);
    expect((await run("threaded")).state).toBe("Succeeded");
    expect(await stop()).toEqual(["Succeeded", "Terminated", "Succeeded", "Succeeded"]);
  });
});

describe.concurrent("a folder that may not be written to", { timeout: TEST_TIMEOUT_MS }, () => {
  it("ends the start with what to do, and keeps everything", async ({ skip, onTestFinished }) => {
    const uid = process.getuid?.() === 0 ? OTHER_USER + 1 : undefined;
    if (uid !== undefined && !canLimit(uid))
      return skip("root may write anywhere, and no other user can run this repository's programs");
    const folder = temporaryFolder(uid);
    onTestFinished(() => rmSync(folder, { recursive: true }));
    await using first = await start(NODE, { uid, folder });
    expect((await first.run("plain")).state).toBe("Succeeded");
    await first.stop();

    chmodSync(folder, 0o555);
    await using refused = spawnProgram(NODE, PROGRAM, { args: [join(folder, FILE)], ...userOf(uid) });
    expect(await refused.exit).toEqual({ code: 1, signal: null });
    expect(refused.output()).toMatch(
      /MoJobError: Cannot use .*mojob\.db.*; make the file and its folder writable/,
    );

    chmodSync(folder, 0o755);
    await using again = await start(NODE, { uid, folder });
    expect((await again.run("plain")).state).toBe("Succeeded");
    await again.stop();
    await using stores = await openSqlite(join(folder, FILE));
    expect((await stores.store.statistics.countByState("default")).Succeeded).toBe(2);
  });
});
