import assert from "node:assert/strict";
import { requestExecution } from "@mojob/core/engine";
import { createId, type ExecutionRequest, type JobInstance } from "@mojob/core/ports";
import { anInstance } from "./builders/an-instance.ts";
import type { ContractRunner } from "./contract-runner.ts";
import type { RuntimeHarness, RuntimeSetup } from "./runtime-harness.ts";

type It = (name: string, body: (place: RuntimeSetup) => Promise<void>) => void;

/** Longer than a worker takes to get what is due at once. */
const DELAY_MS = 2500;
const A_DAY_MS = 24 * 60 * 60 * 1000;

/** Holds a runtime to the whole contract of `IMoRuntime`. */
export function describeRuntime(run: ContractRunner, harness: RuntimeHarness): void {
  const it: It = (name, body) => {
    run.it(name, async () => {
      const place = await harness.open();
      try {
        await body(place);
      } finally {
        place.finish();
        await harness.close(place);
      }
    });
  };
  run.describe("runtime", () => {
    run.describe("requests on the bus", () => describeRequests(it, harness));
    run.describe("findLost()", () => describeFindLost(it, harness));
    // A runtime without forget() delivers the run when it is due: the run has ended, so that it is not admitted.
    if (harness.forgets) run.describe("forget()", () => describeForget(it, harness));
  });
}

function describeRequests(it: It, { until, pass }: RuntimeHarness): void {
  it("brings every run of a batch to a worker of its app, and of no other", async (place) => {
    const [app, other] = place.apps;
    const runs = await insert(place, app, 5);
    await publish(place, app, runs);
    await until(() => place.delivered(app).length >= 5);
    assert.deepEqual(idsOf(place.delivered(app)), idsOf(runs.map(requestOf)));
    assert.deepEqual(place.delivered(other), []);
  });

  it("brings several batches to their apps", async (place) => {
    const [app, other] = place.apps;
    const [mine, others] = [await insert(place, app, 1), await insert(place, other, 2)];
    await Promise.all([publish(place, app, mine), publish(place, other, others)]);
    await until(() => place.delivered(app).length >= 1 && place.delivered(other).length >= 2);
    assert.deepEqual(idsOf(place.delivered(other)), idsOf(others.map(requestOf)));
  });

  it("delivers a request as it was made", async (place) => {
    const [app] = place.apps;
    const [run] = (await insert(place, app, 1)) as [JobInstance];
    const request = { ...requestOf(run), attempt: 3, priority: 1 };
    await publish(place, app, [run], [request]);
    await until(() => place.delivered(app).length > 0);
    assert.deepEqual(place.delivered(app)[0], request);
  });

  it("may be repeated: the run reaches a worker, and the call does not reject", async (place) => {
    const [app] = place.apps;
    const runs = await insert(place, app, 1);
    await publish(place, app, runs);
    await publish(place, app, runs);
    await until(() => place.delivered(app).length >= 1);
  });

  it("brings a run that is due later when it is due, Enqueued by then", async (place) => {
    const [app] = place.apps;
    const [run] = (await insert(place, app, 1, DELAY_MS)) as [JobInstance];
    await publish(place, app, [run]);
    await pass(DELAY_MS / 2);
    assert.deepEqual(place.delivered(app), []);
    await pass(DELAY_MS / 2);
    await until(() => place.delivered(app).length >= 1);
    assert.ok(place.now() >= (run.scheduledFor as Date));
    const [record] = await place.store.get(place.tenant, [run.id]);
    assert.equal(record?.state, "Enqueued");
  });

  it("does nothing for a batch without requests", async (place) => {
    const [app] = place.apps;
    await publish(place, app, []);
  });
}

function describeFindLost(it: It, { until }: RuntimeHarness): void {
  it("returns the runs that were never dispatched, in order", async (place) => {
    const [app] = place.apps;
    const runs = await insert(place, app, 3);
    await publish(place, app, runs.slice(1, 2));
    const lost = await place.runtime.findLost(runs);
    assert.deepEqual(
      lost.map(({ id }) => id),
      [runs[0]?.id, runs[2]?.id],
    );
  });

  it("leaves out a run that waits until it is due", async (place) => {
    const [app] = place.apps;
    const runs = await insert(place, app, 1, A_DAY_MS);
    await publish(place, app, runs);
    assert.deepEqual(await place.runtime.findLost(runs), []);
  });

  it("leaves out a run that a worker has, alone or in a batch", async (place) => {
    const [app, other] = place.apps;
    const [alone, together] = [await insert(place, app, 1), await insert(place, other, 3)];
    await Promise.all([publish(place, app, alone), publish(place, other, together)]);
    await until(() => place.delivered(app).length >= 1 && place.delivered(other).length >= 3);
    assert.deepEqual(await place.runtime.findLost([...alone, ...together]), []);
  });

  it("returns an open run whose batch a worker has finished", async (place) => {
    const [app] = place.apps;
    const runs = await insert(place, app, 2);
    await publish(place, app, runs);
    await until(() => place.delivered(app).length >= 2);
    place.finish();
    await until(async () => (await place.runtime.findLost(runs)).length === 2);
  });

  it("returns nothing for no runs", async ({ runtime }) => {
    assert.deepEqual(await runtime.findLost([]), []);
  });
}

function describeForget(it: It, { until }: RuntimeHarness): void {
  it("drops the waiting dispatch of a run", async (place) => {
    const [app] = place.apps;
    const [run] = (await insert(place, app, 1, A_DAY_MS)) as [JobInstance];
    await publish(place, app, [run]);
    assert.deepEqual(await place.runtime.findLost([run]), []);
    place.runtime.forget?.(run);
    await until(async () => (await place.runtime.findLost([run])).length === 1);
  });

  it("does nothing for a run that was never dispatched", async (place) => {
    const [run] = (await insert(place, place.apps[0], 1)) as [JobInstance];
    place.runtime.forget?.(run);
    assert.deepEqual(await place.runtime.findLost([run]), [run]);
  });
}

/** Records runs that wait, of one dispatch. */
async function insert(
  { store, tenant, now }: RuntimeSetup,
  app: string,
  count: number,
  delayMs: number | null = null,
): Promise<readonly JobInstance[]> {
  const createdAt = now();
  const dispatchId = createId(createdAt);
  const scheduledFor = delayMs === null ? null : new Date(createdAt.getTime() + delayMs);
  const delayed = { state: "Scheduled", enqueuedAt: null } as const;
  const runs = Array.from({ length: count }, () =>
    anInstance({ tenant, app, dispatchId, createdAt, scheduledFor, ...(scheduledFor !== null && delayed) }),
  );
  await store.insert(runs);
  return runs;
}

/** Asks for these runs as one dispatch. */
function publish(
  { bus, tenant }: RuntimeSetup,
  app: string,
  runs: readonly JobInstance[],
  requests: readonly ExecutionRequest[] = runs.map(requestOf),
): Promise<void> {
  const destination = { tenant, app, executor: null };
  return requestExecution(bus, runs[0]?.dispatchId ?? "nothing", { destination, requests });
}

function requestOf({ id, jobKey, lane, priority, scheduledFor }: JobInstance): ExecutionRequest {
  return { instanceId: id, jobKey, lane, attempt: 1, priority, dueAt: scheduledFor?.toISOString() ?? null };
}

function idsOf(requests: readonly ExecutionRequest[]): readonly string[] {
  return requests.map(({ instanceId }) => instanceId).toSorted();
}
