import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineTriggeredJob, type JobRegistration } from "@mojob/core";
import { parseKeyRing } from "@mojob/core/engine";
import { createId, sleep, systemClock } from "@mojob/core/ports";
import { connectMongodb } from "@mojob/mongodb";
import { startControlPlane } from "@mojob/runtime-temporal/control-plane";
import { startWorker } from "@mojob/runtime-temporal/worker";
import { scriptRunner } from "@mojob/script-runner";
import { type MongodbServer, startMongodb } from "@mojob/test-services/mongodb";
import { startTemporal, type TemporalServer } from "@mojob/test-services/temporal";
import { until } from "@mojob/test-services/until";
import { jobThreads } from "@mojob/threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { computing } from "./fixtures/computing-job.ts";

/** Longer than the silence after which a worker counts as dead. */
const COMPUTE_MS = 16_000;

const napping: JobRegistration = defineTriggeredJob({
  key: "nap",
  execute: async (ms: number, { signal }) => sleep(systemClock, ms, signal),
});

let temporal: TemporalServer;
let mongodb: MongodbServer;
beforeAll(async () => {
  [mongodb, temporal] = await Promise.all([startMongodb(), startTemporal()]);
}, 240_000);
afterAll(async () => {
  await Promise.all([mongodb.close(), temporal.close()]);
});

/** A control plane of a tenant and a database of its own, and what its workers share with it. */
async function openPlane(
  stack: AsyncDisposableStack,
  more: { readonly keys?: ReturnType<typeof parseKeyRing> } = {},
) {
  const tenant = createId(systemClock.now());
  const stores = stack.adopt(await connectMongodb(mongodb.url.replace("/?", `/${tenant}?`)), (open) =>
    open.close(),
  );
  const shared = {
    ...more,
    tenant,
    store: stores.store,
    state: stores.state,
    temporal: { address: temporal.address, namespace: temporal.namespace },
    onWarning: () => {},
  };
  const plane = stack.adopt(await startControlPlane(shared), (open) => open.close());
  return { shared, scheduler: plane.scheduler };
}

test("a job that computes in its thread succeeds at the first attempt, and so does its neighbour", async () => {
  await using stack = new AsyncDisposableStack();
  const { shared, scheduler } = await openPlane(stack);
  const threads = stack.adopt(jobThreads(), (open) => open.close());
  stack.adopt(await startWorker({ ...shared, app: "threads", jobs: [computing, napping], threads }), (open) =>
    open.close(),
  );
  const runs = [await scheduler.trigger("compute", COMPUTE_MS), await scheduler.trigger("nap", COMPUTE_MS)];
  const ended = await Promise.all(runs.map(({ id }) => scheduler.ended(id)));
  expect(ended.map(({ state, attempt }) => [state, attempt])).toEqual([
    ["Succeeded", 1],
    ["Succeeded", 1],
  ]);
}, 300_000);

/** A process that ignores SIGTERM, and a child of it that does too; each says its id. */
const DEAF = `trap '' TERM; sh -c 'trap "" TERM; echo "pid $$"; while :; do sleep 0.1; done' & echo "pid $$"; wait; wait`;

/** A process that has ended and was not waited for is dead too. */
function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2)[0] !== "Z";
  } catch {
    return false;
  }
}

// On Linux alone: elsewhere nothing says which processes are alive.
test.skipIf(!existsSync("/proc/self/stat"))(
  "a script streams its log, fails by its exit code, ends with all it started, gets its secret as a file, and is refused once it was tampered with",
  async () => {
    await using stack = new AsyncDisposableStack();
    const folder = stack.adopt(await mkdtemp(join(tmpdir(), "mojob-work-")), (path) =>
      rm(path, { recursive: true }),
    );
    const keys = parseKeyRing(`k1 ${btoa("k".repeat(32))}`);
    const { shared, scheduler } = await openPlane(stack, { keys });
    const { store, tenant } = shared;
    const runners = [scriptRunner({ languages: ["shell"], sandbox: "unsandboxed", killAfterMs: 500 })];
    stack.adopt(await startWorker({ ...shared, app: "scripts", jobs: [], runners }), (open) => open.close());
    const secret = "correct horse battery";
    await scheduler.secrets.create("scripts", "TOKEN", secret);
    const create = (key: string, source: string, options: object = {}, secrets: readonly string[] = []) =>
      scheduler.jobs.create({
        key,
        app: "scripts",
        kind: "triggered",
        work: { kind: "script", language: "shell", source, secrets },
        options,
      });
    const logOf = async (id: string): Promise<readonly string[]> =>
      (await scheduler.instances.logs(id, 0, 100)).map(({ message }) => message).slice(1);
    const pidsOf = async (id: string): Promise<readonly number[]> =>
      (await logOf(id)).flatMap((line) => /^pid (\d+)$/.exec(line)?.[1] ?? []).map(Number);

    const go = join(folder, "go");
    const source =
      'echo "begun $1"; while ! [ -e "$1" ]; do sleep 0.05; done; echo {} > "$MOJOB_RESULT_FILE"';
    await create("stream", source);
    const streamed = await scheduler.trigger("stream", go);
    await until("its first line", async () => (await logOf(streamed.id)).length > 0);
    expect([await logOf(streamed.id), (await scheduler.instances.get(streamed.id)).state]).toEqual([
      [`begun ${go}`],
      "Processing",
    ]);
    await writeFile(go, "");
    expect(await scheduler.ended(streamed.id)).toMatchObject({ state: "Succeeded", attempt: 1, result: {} });

    await create("exit", "echo no >&2; exit 3", { retryCount: 1 });
    expect(await scheduler.ended((await scheduler.trigger("exit")).id)).toMatchObject({
      state: "Terminated",
      attempt: 2,
      error: { code: "exit_code", parameters: { exitCode: 3, line: "no" } },
    });

    await create("late", DEAF, { timeoutMs: 2000 });
    await create("cancelled", DEAF);
    const [late, cancelled] = [await scheduler.trigger("late"), await scheduler.trigger("cancelled")];
    const pids = await until("both processes", async () => {
      const found = await pidsOf(cancelled.id);
      return found.length === 2 && found;
    });
    expect(pids.map(isAlive)).toEqual([true, true]);
    await scheduler.instances.cancel(cancelled.id, {});
    expect((await scheduler.ended(cancelled.id)).state).toBe("Cancelled");
    expect(await scheduler.ended(late.id)).toMatchObject({ state: "Terminated", error: { code: "timeout" } });
    const started = [...pids, ...(await pidsOf(late.id))];
    // A process that was killed still has to be given a processor to end on.
    await until("all of them to end", async () => !started.some(isAlive));

    const sealed = 'cat "$MOJOB_SECRET_TOKEN_FILE"; echo; cat "$MOJOB_SECRET_TOKEN_FILE" | wc -c';
    await create("sealed", sealed, {}, ["TOKEN"]);
    const opened = await scheduler.trigger("sealed");
    expect((await scheduler.ended(opened.id)).state).toBe("Succeeded");
    expect((await logOf(opened.id)).map((line) => line.trim())).toEqual(["***", String(secret.length)]);

    const evil = join(folder, "evil");
    await create("tampered", "exit 0");
    const [definition] = await store.definitions.getMany(tenant, ["tampered"]);
    if (definition === undefined) throw new Error("The job is not there");
    const { work, revision } = definition;
    // Somebody with the database changes the text beside the scheduler.
    const changed = { ...definition, work: { ...work, source: `touch ${evil}` }, revision: revision + 1 };
    expect(await store.definitions.replace(changed as typeof definition, revision)).toBe(true);
    const refused = await scheduler.ended((await scheduler.trigger("tampered")).id);
    expect([refused.state, refused.attempt, refused.error?.code]).toEqual([
      "Terminated",
      1,
      "script_changed",
    ]);
    expect(existsSync(evil)).toBe(false);
  },
  300_000,
);
