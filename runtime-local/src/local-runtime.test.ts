import { aChange, aDefinition, anInstance } from "@mojob/contract-tests";
import { requestExecution, toApp } from "@mojob/core/engine";
import { type ExecutionRequest, MoJobError } from "@mojob/core/ports";
import { createFakeClock, type FakeClock } from "@mojob/core/testing";
import { EventBusInMemory, MetadataStoreInMemoryProvider } from "@mojob/memory";
import { beforeEach, describe, expect, it } from "vitest";
import { LocalRuntime } from "./local-runtime.ts";

const A_DAY_MS = 24 * 60 * 60 * 1000;

let clock: FakeClock;
let store: MetadataStoreInMemoryProvider;
let runtime: LocalRuntime;
/** Ids of the runs that reached a worker of app "billing". */
let delivered: string[];
let errors: unknown[];
/** How much more the worker takes. */
let capacity: number;
/** What becomes of runs that the worker was given. */
let execute: () => Promise<void>;
/** The runs that the worker has. */
let held: Set<string>;

beforeEach(async () => {
  clock = createFakeClock();
  store = new MetadataStoreInMemoryProvider();
  delivered = [];
  errors = [];
  runtime = new LocalRuntime({
    tenant: "default",
    bus: new EventBusInMemory({ clock }),
    store: store.instances,
    clock,
    definitions: (keys) => Promise.resolve(new Map(keys.map((key) => [key, aDefinition({ key })]))),
    onError: (error) => errors.push(error),
  });
  capacity = Infinity;
  execute = () => new Promise(() => {});
  held = new Set();
  await runtime.connect("billing", {
    id: "billing-1",
    get capacity() {
      return capacity;
    },
    execute(requests) {
      delivered.push(...requests.map(({ instanceId }) => instanceId));
      capacity -= requests.length;
      return execute();
    },
    canRun: () => true,
    holds: (id) => held.has(id),
  });
});

/** Records a delayed run and hands it to the runtime. */
async function dispatchDelayed(id: string, delayMs: number): Promise<void> {
  const scheduledFor = new Date(clock.now().getTime() + delayMs);
  await store.instances.insert([anInstance({ id, state: "Scheduled", scheduledFor, enqueuedAt: null })]);
  await dispatch({ instanceId: id, dueAt: scheduledFor.toISOString() });
}

function dispatch(request: Partial<ExecutionRequest>, executor: string | null = null): Promise<void> {
  const whole: ExecutionRequest = {
    instanceId: "run",
    jobKey: "billing.send-invoice",
    lane: "billing.send-invoice",
    attempt: 1,
    priority: 3,
    dueAt: null,
    ...request,
  };
  const destination = { ...toApp("default", "billing"), executor };
  return requestExecution(runtime.bus, "dispatch-1", { destination, requests: [whole] });
}

async function stateOf(id: string): Promise<string | undefined> {
  const [instance] = await store.instances.get("default", [id]);
  return instance?.state;
}

describe("the local runtime", () => {
  it("delivers due runs at once", async () => {
    await dispatch({ instanceId: "now" });
    await clock.settle();
    expect(delivered).toEqual(["now"]);
  });

  it("keeps a delayed run Scheduled until it is due, then delivers it as Enqueued", async () => {
    await dispatchDelayed("later", 5000);
    await clock.advance(4999);
    expect([await stateOf("later"), delivered]).toEqual(["Scheduled", []]);
    await clock.advance(1);
    expect([await stateOf("later"), delivered]).toEqual(["Enqueued", ["later"]]);
  });

  it("shares one timer among all that is due together", async () => {
    for (let index = 0; index < 1000; index += 1) await dispatchDelayed(`run-${index}`, 5000);
    expect(clock.pending).toBe(1);
    await clock.advance(5000);
    expect(delivered).toHaveLength(1000);
  });

  it("keeps a delay of a year", async () => {
    await dispatchDelayed("far", 365 * A_DAY_MS);
    await clock.advance(364 * A_DAY_MS);
    expect(delivered).toEqual([]);
    await clock.advance(A_DAY_MS);
    expect(delivered).toEqual(["far"]);
  });

  it("delivers a run that was postponed when it is due then, and no earlier", async () => {
    await dispatchDelayed("later", 5000);
    await dispatchDelayed("other", 5000);
    const postpone = async (ms: number): Promise<void> => {
      const [run] = await store.instances.get("default", ["later"]);
      if (run === null || run === undefined) throw new Error("It was not recorded");
      const scheduledFor = new Date(clock.now().getTime() + ms);
      await store.instances.update([aChange(run, { set: { scheduledFor } })]);
    };
    await postpone(8000);
    await clock.advance(5000);
    expect([await stateOf("later"), delivered]).toEqual(["Scheduled", ["other"]]);
    await postpone(4000);
    await clock.advance(3999);
    expect([await stateOf("later"), delivered]).toEqual(["Scheduled", ["other"]]);
    const [run] = await store.instances.get("default", ["later"]);
    expect(await runtime.findLost(run ? [run] : [])).toEqual([]);
    await clock.advance(1);
    expect([await stateOf("later"), delivered]).toEqual(["Enqueued", ["other", "later"]]);
    expect(errors).toEqual([]);
  });

  it("does not reopen a delayed run that was cancelled meanwhile", async () => {
    await dispatchDelayed("cancelled", 5000);
    const [instance] = await store.instances.get("default", ["cancelled"]);
    if (!instance) throw new Error("There is no run");
    await store.instances.update([aChange(instance, { set: { state: "Cancelled" } })]);
    await clock.advance(5000);
    expect(await stateOf("cancelled")).toBe("Cancelled");
    expect(errors).toEqual([]);
  });

  it("delivers no waiting run once it is closed", async () => {
    await dispatchDelayed("waiting", 5000);
    await runtime.close();
    expect(clock.pending).toBe(0);
    await clock.advance(5000);
    expect([await stateOf("waiting"), delivered]).toEqual(["Scheduled", []]);
  });
});

describe("a worker of the local runtime", () => {
  it("gets what has the first priority first, and no more than it has room for", async () => {
    capacity = 2;
    // Together, as a batch: one that comes alone is delivered before the next.
    void dispatch({ instanceId: "late", priority: 5 });
    void dispatch({ instanceId: "early", priority: 1 });
    void dispatch({ instanceId: "middle", priority: 3 });
    await clock.settle();
    expect(delivered).toEqual(["early", "middle"]);
    capacity = 1;
    runtime.deliver();
    await clock.settle();
    expect(delivered).toEqual(["early", "middle", "late"]);
  });

  it("gets at most 500 runs at once, and all that wait", async () => {
    const calls: number[] = [];
    execute = () => {
      calls.push(delivered.length);
      return Promise.resolve();
    };
    await Promise.all(Array.from({ length: 1200 }, (_, index) => dispatch({ instanceId: `run-${index}` })));
    await clock.settle();
    expect(calls).toEqual([500, 1000, 1200]);
  });

  it("gets what goes to it alone, beside what goes to any of its app, and nothing of another's", async () => {
    await dispatch({ instanceId: "own" }, "billing-1");
    await dispatch({ instanceId: "another's" }, "billing-2");
    await dispatch({ instanceId: "any" });
    await clock.settle();
    expect(delivered).toEqual(["own", "any"]);
    expect(await runtime.findLost([anInstance({ id: "another's" })])).toHaveLength(1);
  });

  it("gets its requests again where it could not reach the store", async () => {
    execute = () => Promise.reject(new MoJobError("store_unavailable", "The store is unavailable"));
    await dispatch({ instanceId: "run" });
    await clock.settle();
    expect(await runtime.findLost([anInstance({ id: "run" })])).toEqual([]);
    execute = () => Promise.resolve();
    await clock.advance(1000);
    expect(delivered).toEqual(["run", "run"]);
    expect(errors).toHaveLength(1);
    expect(await runtime.findLost([anInstance({ id: "run" })])).toHaveLength(1);
  });

  it("leaves no timer behind when it is closed meanwhile", async () => {
    execute = () => Promise.reject(new MoJobError("store_unavailable", "The store is unavailable"));
    await dispatch({ instanceId: "run" });
    await clock.settle();
    await runtime.close();
    expect(clock.pending).toBe(0);
  });
});

describe("what the local runtime calls lost", () => {
  it("is a run it never delivered", async () => {
    await dispatch({ instanceId: "known" });
    await dispatchDelayed("delayed", 5000);
    const open = ["known", "delayed", "stranger"].map((id) => anInstance({ id }));
    expect((await runtime.findLost(open)).map(({ id }) => id)).toEqual(["stranger"]);
  });

  it("is not what the worker began without a delivery, as it does in the turn of a run that waited", async () => {
    held.add("began").add("waits");
    const [began, waits] = [anInstance({ id: "began", state: "Processing" }), anInstance({ id: "waits" })];
    expect(await runtime.findLost([began, waits])).toEqual([waits]);
  });

  it("is what a worker is done with, unless its retry is on the way already", async () => {
    const done: (() => void)[] = [];
    execute = () => new Promise((resolve) => done.push(resolve));
    await dispatch({ instanceId: "run" });
    await clock.settle();
    await dispatch({
      instanceId: "run",
      attempt: 2,
      dueAt: new Date(clock.now().getTime() + 5000).toISOString(),
    });
    done[0]?.();
    await clock.settle();
    expect(await runtime.findLost([anInstance({ id: "run" })])).toEqual([]);
    await clock.advance(5000);
    done[1]?.();
    await clock.settle();
    expect(await runtime.findLost([anInstance({ id: "run" })])).toHaveLength(1);
  });

  it("is what a worker failed with for another reason than the store", async () => {
    execute = () => Promise.reject(new TypeError("broken"));
    await dispatch({ instanceId: "run" });
    await clock.settle();
    expect(errors).toEqual([new TypeError("broken")]);
    expect(await runtime.findLost([anInstance({ id: "run" })])).toHaveLength(1);
  });

  it("is a run that came due while the store was unavailable", async () => {
    await dispatchDelayed("unlucky", 5000);
    const update = store.instances.update.bind(store.instances);
    store.instances.update = () => Promise.reject(new Error("gone"));
    await clock.advance(5000);
    store.instances.update = update;
    expect(errors).toHaveLength(1);
    expect(await runtime.findLost([anInstance({ id: "unlucky" })])).toHaveLength(1);
  });
});
