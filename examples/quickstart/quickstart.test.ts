import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { InstanceJson, JobDetailJson, JobJson } from "@mojob/http";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import {
  NODE,
  ROOT,
  type RuntimeUnderTest,
  spawnCommand,
  type SpawnedProgram,
} from "@mojob/test-services/spawned-program";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type QuickstartClient, quickstartClient } from "../testing/quickstart-client.ts";
import { spawnExample } from "../testing/spawned-example.ts";

const run = promisify(execFile);
const RUNTIMES = [NODE, BUN, DENO];

/** A directory for its jobs, with files in it and links that lead on and out. */
async function makeDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "mojob-quickstart-"));
  await mkdir(join(directory, "below"));
  await writeFile(join(directory, "words.txt"), "one two\nthree  four\nand more");
  await writeFile(join(directory, "LICENSE"), await readFile(join(ROOT, "LICENSE")));
  await symlink("/etc/passwd", join(directory, "way-out"));
  await symlink(join(directory, "words.txt"), join(directory, "way-in"));
  return directory;
}

function spawnQuickstart(runtime: RuntimeUnderTest, env: Readonly<Record<string, string>>): SpawnedProgram {
  return spawnExample(runtime, "quickstart/main.ts", { MOJOB_PORT: "0", MOJOB_STORE: "memory:", ...env });
}

/**
 * The end of the output of one that drained this run; the job that fires every five seconds may have had a run under way too, and failures
 * of before are still explained.
 */
function drained(signal: string, id: string): RegExp {
  const sample = String.raw`(?:  quickstart\.machine-sample .*\n)?`;
  const waited = `${sample}  quickstart\\.sleep ${id}\\n${sample}`;
  const explained = String.raw`(?:\[mojob\] Why job .*\n)*`;
  return new RegExp(`${signal}: stopping\\nWaiting up to 30 s for\\n${waited}${explained}Stopped$`);
}

let directory: string;
const clients = new Map<RuntimeUnderTest, QuickstartClient>();

let started = 0;

/** Starts it with a store of its own. */
async function start(runtime: RuntimeUnderTest): Promise<QuickstartClient> {
  const program = spawnQuickstart(runtime, {
    MOJOB_QUICKSTART_DIR: directory,
    MOJOB_STORE: `sqlite:${directory}-stores/${runtime.name}-${(started += 1)}.db`,
  });
  const client = await quickstartClient(program);
  clients.set(runtime, client);
  return client;
}

beforeAll(async () => {
  directory = await makeDirectory();
  // All at once, so that each one's first fire comes while another is tried.
  await Promise.all(RUNTIMES.map(start));
});
afterAll(async () => {
  await Promise.all([...clients.values()].map((client) => client[Symbol.asyncDispose]()));
  await rm(directory, { recursive: true });
  await rm(`${directory}-stores`, { recursive: true, force: true });
});

describe.each(RUNTIMES)("the quickstart on $name", (runtime) => {
  let client: QuickstartClient;
  beforeAll(() => {
    const own = clients.get(runtime);
    if (own === undefined) throw new Error(`The quickstart on ${runtime.name} did not start`);
    client = own;
  });
  // The first try of a test that is run again may have left a run under way, or ended the program.
  beforeEach(async ({ task: { result } }) => {
    if ((result?.retryCount ?? 0) + (result?.repeatCount ?? 0) === 0) return;
    await client[Symbol.asyncDispose]();
    client = await start(runtime);
  });

  it("says where it is, what fires next, whether a token is set and how to stop it", () => {
    expect(client.program.output()).toMatch(
      new RegExp(
        [
          "^Panel   http://127\\.0\\.0\\.1:\\d+/welcome#mjl_[0-9a-f]{64}",
          " +It signs one browser in, once, within a day\\. .*: http://127\\.0\\.0\\.1:\\d+/",
          "",
          `MoJobScheduler on ${runtime.name} \\d+\\.\\d+\\.\\d+, embedded.*`,
          "",
          "  API +http://127\\.0\\.0\\.1:\\d+/api/v1",
          "  Docs +http://127\\.0\\.0\\.1:\\d+/docs",
          "  Token +in .*/token; .*",
          "  Next +quickstart\\.machine-sample at .*, in [0-5](\\.\\d)? s",
          "  Try +curl .*",
          "",
          "Ctrl-C stops it: .*$",
        ].join("\n"),
        "m",
      ),
    );
  });

  it("signs a browser in by its link, once, and lets nobody else in", async () => {
    const [, secret = ""] = /#(mjl_\w+)$/m.exec(client.program.output()) ?? [];
    const open = (): Promise<Response> =>
      fetch(`${client.url}/api/v1/session/link`, {
        method: "POST",
        headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
        body: JSON.stringify({ secret }),
      });
    const cookie = (await open()).headers.get("set-cookie")?.split(";")[0] ?? "";
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(`${client.url}/api/v1/jobs`, { headers })).status;
    expect([await status({ cookie }), await status({}), (await open()).status]).toEqual([200, 401, 409]);
  });

  it("serves its documentation", async () => {
    expect((await fetch(`${client.url}/docs`)).status).toBe(200);
  });

  it("lists its jobs with name, description, tags and, where they take any, what arguments", async () => {
    const { items } = await client.call<{ items: readonly JobJson[] }>("/jobs");
    expect(items.map(({ key }) => key).sort()).toEqual([
      "quickstart.check-order",
      "quickstart.file-stats",
      "quickstart.flaky",
      "quickstart.machine-sample",
      "quickstart.pay",
      "quickstart.prices",
      "quickstart.refund",
      "quickstart.report",
      "quickstart.sleep",
    ]);
    for (const { key, kind, options } of items) {
      expect(options.name).not.toBe(key);
      expect(options.description).not.toBe("");
      expect(options.tags).toContain("quickstart");
      if (kind === "recurring") continue;
      const { argsSchema } = await client.call<JobDetailJson>(`/jobs/${key}`);
      expect(argsSchema).toHaveProperty("properties");
    }
  });

  describe("quickstart.file-stats", () => {
    it("reports what is in a file, as wc and sha256sum do", async () => {
      const license = await readFile(join(ROOT, "LICENSE"));
      const run = await statsOf("LICENSE");
      expect(run.state).toBe("Succeeded");
      expect(run.result).toEqual({
        path: "LICENSE",
        lines: license.toString().split("\n").length - 1,
        words: license.toString().split(/\s+/).filter(Boolean).length,
        bytes: license.byteLength,
        sha256: createHash("sha256").update(license).digest("hex"),
      });
    });

    it("counts a word at the end and follows a link that stays within", async () => {
      expect((await statsOf("way-in")).result).toMatchObject({ lines: 2, words: 6, bytes: 28 });
    });

    it.each([
      ["../outside.txt", "it leads out of the directory"],
      ["below/../../outside.txt", "it leads out of the directory"],
      ["/etc/passwd", "it leads out of the directory"],
      ["way-out", "it leads out of the directory"],
      ["below", "it is a directory"],
      [".", "it is a directory"],
      ["nowhere.txt", "there is no such file"],
    ])("refuses %s for good: %s", async (path, why) => {
      const run = await statsOf(path);
      expect(run.state).toBe("Terminated");
      expect(run.error?.message).toContain(`Cannot read "${path}": ${why}`);
      expect(run.reason).toContain("a retry is of no use");
    });

    async function statsOf(path: string): Promise<InstanceJson> {
      const { id } = await client.trigger("quickstart.file-stats", { path });
      return client.ended(id);
    }
  });

  it("shows a workflow that waits for an approval, once for each store, and a job that fails", async () => {
    const inbox = await client.call<{ items: readonly { jobKey: string }[] }>("/inbox");
    expect(inbox.items).toMatchObject([{ jobKey: "quickstart.refund" }]);
    const { instance } = await client.call<{ instance: InstanceJson }>(
      "/jobs/quickstart.prices/instances",
      {},
    );
    const failed = await client.ended(instance.id);
    expect(failed).toMatchObject({ state: "Terminated", attempt: 2 });
    expect(failed.error?.message).toContain("responded with status 404");
  });

  describe("quickstart.flaky", () => {
    it("succeeds at its third attempt by default", async () => {
      const { id } = await client.trigger("quickstart.flaky", {});
      expect(await client.ended(id)).toMatchObject({
        state: "Succeeded",
        attempt: 3,
        result: { succeededAtAttempt: 3 },
      });
    });

    it("is terminated when it fails more often than it is retried", async () => {
      const { id } = await client.trigger("quickstart.flaky", { failTimes: 9 });
      const run = await client.ended(id);
      expect(run).toMatchObject({ state: "Terminated", attempt: 3, error: { code: "job_error" } });
    });
  });

  describe("quickstart.report", () => {
    it("shows its progress and skips a second one while it runs, and ends when it is cancelled", async () => {
      const { id } = await client.trigger("quickstart.report", { steps: 1000, stepMs: 20 });
      const { progress } = await client.when(id, (run) => run.progress !== null);
      expect(progress).toMatchObject({ fraction: 0.001, message: "1 of 1000" });
      const second = await client.trigger("quickstart.report", {});
      const skipped = await client.ended(second.id);
      expect(skipped.state).toBe("Skipped");
      expect(skipped.reason).toContain("maxConcurrency");
      await client.call(`/instances/${id}/cancel`, { reason: "enough" });
      expect(await client.ended(id)).toMatchObject({
        state: "Cancelled",
        cancelReason: expect.stringContaining("enough") as string,
      });
    });

    it("leaves a line a step and ends with all of them done", async () => {
      const { id } = await client.trigger("quickstart.report", { steps: 3, stepMs: 1 });
      expect(await client.ended(id)).toMatchObject({
        state: "Succeeded",
        progress: { fraction: 1, message: "3 of 3" },
        result: { steps: 3 },
      });
      const { items } = await client.call<{ items: readonly { readonly message: string }[] }>(
        `/instances/${id}/logs`,
      );
      expect(items.map(({ message }) => message)).toEqual([
        "Step 1 of 3 done",
        "Step 2 of 3 done",
        "Step 3 of 3 done",
      ]);
    });
  });

  describe("quickstart.sleep", () => {
    it("returns the value it was given", async () => {
      const value = { some: ["JSON", 1, null] };
      const { id } = await client.trigger("quickstart.sleep", { ms: 1, value });
      expect(await client.ended(id)).toMatchObject({ state: "Succeeded", result: value });
    });

    it("fails when its arguments say so", async () => {
      const { id } = await client.trigger("quickstart.sleep", { ms: 1, outcome: "fail" });
      expect(await client.ended(id)).toMatchObject({ state: "Terminated", error: { code: "job_error" } });
    });

    it("takes any number at once", async () => {
      const runs = await Promise.all([1, 2, 3].map(() => client.trigger("quickstart.sleep", { ms: 300 })));
      for (const { id } of runs) expect((await client.ended(id)).state).toBe("Succeeded");
    });

    it("ends at once when it is cancelled", async () => {
      const { id } = await client.trigger("quickstart.sleep", { ms: 600_000 });
      await client.begun(id);
      await client.call(`/instances/${id}/cancel`, {});
      expect((await client.ended(id)).state).toBe("Cancelled");
    });

    it("is Cancelled too when it ignores that it was, once its code has ended", async () => {
      const { id } = await client.trigger("quickstart.sleep", { ms: 400, ignoreSignal: true });
      await client.begun(id);
      const asked = await client.call<{ instance: InstanceJson }>(`/instances/${id}/cancel`, {});
      expect(asked.instance.state).toBe("Processing");
      const run = await client.ended(id);
      expect(run.state).toBe("Cancelled");
      const tookMs = Date.parse(run.completedAt ?? "") - Date.parse(run.startedAt ?? "");
      expect(tookMs).toBeGreaterThanOrEqual(390);
    });

    it("refuses arguments that do not fit, saying where", async () => {
      const refusal = await client.call("/jobs/quickstart.sleep/instances", { args: { ms: -1 } });
      expect(refusal).toMatchObject({
        status: 400,
        code: "invalid_args",
        errors: [{ pointer: "/args/ms" }],
      });
    });
  });

  it("quickstart.machine-sample writes a line each time it fires", async () => {
    const { latest, nextFire } = await client.call<JobJson>("/jobs/quickstart.machine-sample");
    const run = await client.ended(latest?.id ?? `quickstart.machine-sample@${nextFire}`);
    const nominalTime = run.id.replace("quickstart.machine-sample@", "");
    expect(run).toMatchObject({ state: "Succeeded", trigger: { type: "cron", nominalTime } });
    expect(run.result).toMatchObject({
      loadAverage: [expect.any(Number), expect.any(Number), expect.any(Number)],
    });
    const text = await readFile(join(directory, ".mojob", "machine-samples.jsonl"), "utf8");
    const samples = text.trimEnd().split("\n");
    expect(samples.map((line) => JSON.parse(line) as unknown)).toContainEqual(run.result);
  });

  it("lets a run under way finish at SIGTERM, says which, and exits with 0", async () => {
    const { id } = await client.trigger("quickstart.sleep", { ms: 2000 });
    await client.begun(id);
    client.program.signal("SIGTERM");
    expect(await client.program.exit).toEqual({ code: 0, signal: null });
    expect(client.program.output()).toMatch(drained("SIGTERM", id));
  });
});

describe("npm start", () => {
  it("says where the API is, reads the repository's files, and drains at Ctrl-C", async () => {
    const program = spawnCommand("npm", ["--silent", "start"], { env: { MOJOB_PORT: "0" } });
    await using client = await quickstartClient(program);
    expect(program.output()).toMatch(
      /^Panel   http:\/\/127\.0\.0\.1:\d+\/welcome#mjl_\w+\n.*\n\nMoJobScheduler on node/,
    );
    expect(program.output()).toContain(' -H "authorization: Bearer $(cat .mojob/token)" -d');
    const license = await client.trigger("quickstart.file-stats", { path: "LICENSE" });
    expect((await client.ended(license.id)).state).toBe("Succeeded");

    const { id } = await client.trigger("quickstart.sleep", { ms: 2000 });
    await client.begun(id);
    program.signal("SIGINT");
    await program.exit;
    expect(program.output()).toMatch(drained("SIGINT", id));
  });
});

describe("npm start, ended by a supervisor that knows npm alone", () => {
  it("leaves nothing behind, and drains", async () => {
    await using client = await quickstartClient(
      spawnCommand("npm", ["--silent", "start"], { env: { MOJOB_PORT: "0" } }),
    );
    client.program.signalAlone("SIGTERM");
    expect(await client.program.line(/^SIGTERM: stopping$|^Its parent ended: stopping$/)).toBeTruthy();
    await client.program.line(/^Stopped$/);
    await client.program.exit;
  });
});

describe("the quickstart", () => {
  it("asks its API's callers for the token, whose command it prints, and for nothing by MOJOB_LOCAL_ACCESS=open", async ({
    onTestFinished,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), "mojob-quickstart-link-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const env = { MOJOB_STORE: `sqlite:${folder}/own.db` };
    {
      await using client = await quickstartClient(spawnQuickstart(NODE, env));
      const [, command = ""] = /^ {2}Try +(curl .*)$/m.exec(client.program.output()) ?? [];
      expect(command).toContain(` -H "authorization: Bearer $(cat ${folder}/token)" -d`);
      const { stdout } = await run("bash", ["-c", command]);
      expect(JSON.parse(stdout)).toMatchObject({ instance: { jobKey: "quickstart.report" } });
      expect((await fetch(`${client.url}/api/v1/jobs`)).status).toBe(401);
      expect(client.program.output().match(/mjl_/g)).toHaveLength(1);
    }
    await using open = await quickstartClient(spawnQuickstart(NODE, { ...env, MOJOB_LOCAL_ACCESS: "open" }));
    expect(open.program.output()).toMatch(/^Panel {3}http:\/\/127\.0\.0\.1:\d+\/$/m);
    expect(open.program.output()).toContain("  Token   none; ");
    expect((await fetch(`${open.url}/api/v1/jobs`)).status).toBe(200);
  });

  it("with people whom an earlier start has made says that they sign in by name", async ({
    onTestFinished,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), "mojob-quickstart-people-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const env = { MOJOB_STORE: `sqlite:${folder}/own.db` };
    {
      await using client = await quickstartClient(spawnQuickstart(NODE, env));
      await client.call("/people", { name: "li", isSuperadmin: true });
    }
    await using client = await quickstartClient(spawnQuickstart(NODE, env));
    expect(client.program.output()).toContain("  Token   none; people sign in by name");
    expect(client.program.output()).not.toContain("mjl_");
    expect((await fetch(`${client.url}/api/v1/jobs`)).status).toBe(401);
  });

  it("ends at once with 130 when it is interrupted while it stops", async () => {
    await using client = await quickstartClient(spawnQuickstart(NODE, {}));
    const { id } = await client.trigger("quickstart.sleep", { ms: 600_000, ignoreSignal: true });
    await client.begun(id);
    client.program.signal("SIGTERM");
    await client.program.line(/^Waiting up to /);
    client.program.signal("SIGINT");
    expect(await client.program.exit).toEqual({ code: 130, signal: null });
  });

  it("exits with 0 also when a run outlasts the grace", async () => {
    await using client = await quickstartClient(spawnQuickstart(NODE, { MOJOB_SHUTDOWN_GRACE_MS: "0" }));
    const { id } = await client.trigger("quickstart.sleep", { ms: 600_000 });
    await client.begun(id);
    client.program.signal("SIGTERM");
    expect(await client.program.exit).toEqual({ code: 0, signal: null });
  });

  const REFUSED: readonly (readonly [sentence: string, env: Readonly<Record<string, string>>])[] = [
    ['MOJOB_PORTT is unknown; did you mean "MOJOB_PORT"?', { MOJOB_PORTT: "1" }],
    ['MOJOB_TOKEN or MOJOB_PEOPLE=true is wanted to listen on "0.0.0.0"', { MOJOB_HOST: "0.0.0.0" }],
    ["the MongoDB server does not respond", { MOJOB_STORE: "mongodb://me:secret@127.0.0.1:1/jobs" }],
    [
      'MOJOB_STORE must be "mongodb://…" with a Temporal runtime',
      { MOJOB_RUNTIME: "temporal://127.0.0.1:7233/default" },
    ],
  ];
  it.concurrent.each(REFUSED)("refuses to start in a sentence: %s", async (sentence, env) => {
    await using program = spawnQuickstart(NODE, env);
    expect(await program.exit).toEqual({ code: 1, signal: null });
    expect(program.output()).toContain(sentence);
    expect(program.output().split("\n")).toHaveLength(1);
    expect(program.output()).not.toContain("secret");
  });

  it("on a port in use refuses to start, in a sentence; with a token it serves the requests that have it", async () => {
    const token = "5d1f0a9b7c3e4f68a2b1c0d9e8f7a6b5";
    await using first = spawnQuickstart(BUN, { MOJOB_TOKEN: token });
    await first.line(/^ {2}Token +set/);
    const url = (await first.line(/^ {2}API/)).replace(/^ *API +/, "");
    expect((await fetch(`${url}/jobs`)).status).toBe(401);
    expect((await fetch(`${url}/jobs`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    expect(first.output()).not.toContain(token);

    const { port } = new URL(url);
    await using second = spawnQuickstart(NODE, { MOJOB_PORT: port });
    expect(await second.exit).toEqual({ code: 1, signal: null });
    expect(second.output()).toContain(`port ${port}: the port is in use`);
  });
});
