import fc from "fast-check";
import { expect, test } from "vitest";
import { type DrawnNode, drawnTask, expectedStates, nodesOf } from "../../fixtures/drawn-tasks.ts";
import { aDefinition, aNewRun, START } from "../../fixtures/records.ts";
import { withMethods } from "../../fixtures/with-methods.ts";
import { createWorld, type World } from "../../fixtures/world.ts";
import type { JsonObject } from "../base/json.ts";
import { TaskPlans } from "../definition/task/task-plans.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import { isTerminal } from "../model/instance/job-state.ts";
import { recordsAt } from "../model/instance/new-run.ts";
import { begin, fail, requestCancel, succeed } from "../model/instance/transitions.ts";
import { cancelled, ReasonCode } from "../model/reason.ts";
import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import { namesIn } from "../task/decide/owed.ts";
import { foldFacts } from "../task/state/apply-fact.ts";
import { parseRunName } from "../task/state/run-name.ts";
import { newTaskState } from "../task/state/task-state.ts";
import { TaskDriver } from "./task-driver.ts";

const RUN = "run-1";
/** More by the environment: `TASK_RUNS=5000`. */
const RUNS = Number(process.env["TASK_RUNS"] ?? 150);

/** A process that dies at one of its writes: before it or after it. */
interface Death {
  readonly inWrites: number;
  readonly isBefore: boolean;
}

class Died extends Error {}

const death = fc.option(fc.record({ inWrites: fc.nat(4), isBefore: fc.boolean() }), { freq: 2 });
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant("look" as const), death }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("look together" as const), count: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("end" as const), run: fc.nat(9), death }) },
);

async function aTask(drawn: readonly DrawnNode[], retryCount = 0): Promise<World> {
  const world = createWorld();
  const body = { engine: 1, nodes: nodesOf(drawn) } as unknown as JsonObject;
  const options = { retryCount, retryIntervalMs: 0 };
  const task = aDefinition({ key: "nightly", work: { kind: "task", body }, options });
  await world.define(aDefinition({ options: { maxConcurrency: null } }), task);
  const record = recordsAt(START)(aNewRun(task, { id: RUN }), { dispatchId: "d" });
  await world.store.instances.insert([record]);
  await admit(world, 1);
  return world;
}

/** A worker begins an attempt of the task, and may die before the first step of it. */
async function admit(world: World, attempt: number): Promise<void> {
  const ref = { tenant: "default", id: RUN, attempt, claim: `c${attempt}`, worker: "w" };
  const change = begin(ref, START, 0);
  const reason = { code: ReasonCode.Task, parameters: { version: 1 } } as const;
  const admission = { ...change, set: { ...change.set, worker: null, reason } };
  await world.store.instances.admit([{ change: admission, lane: "nightly", limit: null }]);
}

/** Begins the next attempt where the task waits for that. */
async function retry(world: World): Promise<void> {
  const { state, attempt } = await world.instance(RUN);
  if (state === "Failed") await admit(world, attempt + 1);
}

/** What a process does before it dies, if it does. */
function aProcess(world: World, dies: Death | null) {
  let left = dies?.inWrites ?? Infinity;
  const dying = async <Answer>(write: () => Promise<Answer>): Promise<Answer> => {
    if (left <= 0 && dies?.isBefore === true) throw new Died();
    const answer = await write();
    if ((left -= 1) < 0) throw new Died();
    return answer;
  };
  const { instances, tasks, scripts } = world.store;
  const store = withMethods<IMoJobScheduleMetadataStore>(world.store, {
    instances: withMethods(instances, {
      insert: (records) => dying(() => instances.insert(records)),
      update: (changes) => dying(() => instances.update(changes)),
    }),
    tasks: withMethods(tasks, { write: (written) => dying(() => tasks.write(written)) }),
  });
  const driver = new TaskDriver({ ...world, tenant: "default", store, plans: new TaskPlans(scripts) });
  return async (work: (driver: TaskDriver) => Promise<void>): Promise<void> => {
    try {
      await work(driver);
    } catch (error) {
      if (!(error instanceof Died)) throw error;
    }
  };
}

async function partsOf(world: World): Promise<readonly JobInstance[]> {
  return (await world.instances()).filter(({ part }) => part !== null);
}

/** Ends a node's run as its graph says. */
async function end(world: World, drawn: readonly DrawnNode[], run: JobInstance): Promise<void> {
  const { instances } = world.store;
  const attempt = { tenant: "default", id: run.id, attempt: 1, claim: "n", worker: "w" };
  await instances.admit([{ change: begin(attempt, START, 0), lane: run.lane, limit: null }]);
  const name = parseRunName(run.part?.name ?? "");
  const fails = drawn[Number(name?.node.slice(1))]?.fails === true;
  const over = { next: "terminate", reason: { code: "no_retries" } } as const;
  await instances.update([
    fails
      ? fail(attempt, START, { code: "job_error", message: "It broke" }, over, null)
      : succeed(attempt, START, null, null, null),
  ]);
}

async function look(world: World, driver: TaskDriver): Promise<void> {
  await driver.settle([await world.instance(RUN)]);
}

test("I1 I2 I9 whatever processes die at which write, each node runs once and the task ends as its graph says", async () => {
  await fc.assert(
    fc.asyncProperty(
      drawnTask,
      fc.array(step, { maxLength: 25 }),
      fc.nat(2),
      async (drawn, steps, retries) => {
        const world = await aTask(drawn, retries);
        for (const one of steps) {
          await retry(world);
          if (one.do === "look") await aProcess(world, one.death)((driver) => look(world, driver));
          else if (one.do === "look together")
            await Promise.all(
              Array.from({ length: one.count }, () => aProcess(world, null)((driver) => look(world, driver))),
            );
          else {
            const open = (await partsOf(world)).filter(({ state }) => !isTerminal(state));
            const run = open[one.run % Math.max(1, open.length)];
            if (run === undefined) continue;
            await end(world, drawn, run);
            const ended = await world.instance(run.id);
            await aProcess(world, one.death)((driver) => driver.follow([ended]));
          }
        }
        for (let left = (drawn.length + 2) * (retries + 1); left > 0; left -= 1) {
          await retry(world);
          await aProcess(world, null)((driver) => look(world, driver));
          for (const run of await partsOf(world)) if (!isTerminal(run.state)) await end(world, drawn, run);
        }
        await aProcess(world, null)((driver) => look(world, driver));
        const [state, log] = [
          await world.store.tasks.read("default", RUN),
          await world.store.tasks.log("default", RUN, 0, 10_000),
        ];
        const none = newTaskState({ id: RUN, tenant: "default", key: "nightly", version: 1 });
        expect(foldFacts(none, log)).toEqual(state);
        expect(drawn.map((_, index) => state?.nodes[`n${index}`]?.s)).toEqual(expectedStates(drawn));
        const started = namesIn(log);
        const ran = (await partsOf(world)).map(({ part }) => part?.name ?? "");
        expect(ran.toSorted()).toEqual(started.toSorted());
        expect(new Set(ran).size).toBe(ran.length);
        const handed = world.bus.requests.map(({ instanceId, attempt }) => `${instanceId} ${attempt}`);
        expect(new Set(handed).size).toBe(handed.length);
        const run = await world.instance(RUN);
        const attempts = state?.end?.state === "Failed" ? retries + 1 : 1;
        expect([run.attempt, state?.attempt ?? 1]).toEqual([attempts, attempts]);
        expect(log.filter(({ type }) => type === "restarted")).toHaveLength(attempts - 1);
        expect([run.state, state?.end?.state]).toEqual(
          state?.end?.state === "Succeeded" ? ["Succeeded", "Succeeded"] : ["Terminated", "Failed"],
        );
      },
    ),
    { numRuns: RUNS },
  );
});

test("a cancel that races with the end of the last node is the end, or comes too late", async () => {
  const drawn: readonly DrawnNode[] = [{ fails: false, mayFail: false, join: "live", pre: [] }];
  for (const isFirst of [true, false]) {
    const world = await aTask(drawn);
    const run = aProcess(world, null);
    await run((driver) => look(world, driver));
    const [part] = await partsOf(world);
    if (part === undefined) throw new Error("The node has no run");
    const cancel = async (): Promise<void> => {
      const task = await world.instance(RUN);
      if (task.state === "Processing")
        await world.store.instances.update([requestCancel(task, START, cancelled("ada"))]);
    };
    if (isFirst) {
      await cancel();
      await run((driver) => look(world, driver));
      expect((await world.instance(part.id)).state).toBe("Cancelled");
    }
    await end(world, drawn, part);
    const ended = await world.instance(part.id);
    await run((driver) => driver.follow([ended]));
    if (!isFirst) await cancel();
    await run((driver) => look(world, driver));
    expect((await world.instance(RUN)).state).toBe(isFirst ? "Cancelled" : "Succeeded");
  }
});

test("two ends that two processes take at the same moment both count", async () => {
  const root: DrawnNode = { fails: false, mayFail: false, join: "live", pre: [] };
  const on = "ok" as const;
  const both: DrawnNode = {
    ...root,
    join: "all",
    pre: [
      { back: 1, on },
      { back: 2, on },
    ],
  };
  const drawn = [root, root, both];
  const world = await aTask(drawn);
  await aProcess(world, null)((driver) => look(world, driver));
  const roots = await partsOf(world);
  for (const run of roots) await end(world, drawn, run);
  const ended = await Promise.all(roots.map(({ id }) => world.instance(id)));
  await Promise.all(ended.map((run) => aProcess(world, null)((driver) => driver.follow([run]))));
  expect((await partsOf(world)).map(({ part }) => part?.name ?? "").toSorted()).toEqual(["n0", "n1", "n2"]);
});

test("an end counts with a process that knows the task as it was before others moved it on", async () => {
  const root: DrawnNode = { fails: false, mayFail: false, join: "live", pre: [] };
  const next: DrawnNode = { ...root, pre: [{ back: 1, on: "ok" }] };
  const drawn = [root, next, next, next];
  const world = await aTask(drawn);
  const processes = [aProcess(world, null), aProcess(world, null)];
  await processes[0]?.((driver) => look(world, driver));
  for (const [index] of drawn.entries()) {
    const run = (await partsOf(world)).find(({ part }) => part?.name === `n${index}`);
    if (run === undefined) throw new Error(`Node ${index} has no run`);
    await end(world, drawn, run);
    const ended = await world.instance(run.id);
    // Each knows what it did itself, and learns of every other step.
    await processes[index % 2]?.((driver) => driver.follow([ended]));
  }
  expect((await world.instance(RUN)).state).toBe("Succeeded");
});

test("a task whose job is deleted ends, with what waits and what runs", async () => {
  const root: DrawnNode = { fails: false, mayFail: false, join: "live", pre: [] };
  const world = await aTask([root, root]);
  const run = aProcess(world, null);
  await run((driver) => look(world, driver));
  await world.cache.remove("nightly", 1);
  await run((driver) => look(world, driver));
  expect(await world.instance(RUN)).toMatchObject({ state: "Terminated", error: { code: "job_deleted" } });
  expect((await partsOf(world)).map(({ state }) => state)).toEqual(["Cancelled", "Cancelled"]);
});

test("the end of an attempt that comes late does not end the retry that has begun meanwhile", async () => {
  const world = await aTask([{ fails: true, mayFail: false, join: "live", pre: [] }], 1);
  const other = aProcess(world, null);
  await other((driver) => look(world, driver));
  const [part] = await partsOf(world);
  if (part === undefined) throw new Error("The node has no run");
  await end(world, [{ fails: true, mayFail: false, join: "live", pre: [] }], part);
  const { instances, scripts } = world.store;
  let isFirst = true;
  const store = withMethods<IMoJobScheduleMetadataStore>(world.store, {
    instances: withMethods(instances, {
      update: async (changes) => {
        if (isFirst) {
          isFirst = false;
          await other((driver) => look(world, driver));
          await retry(world);
          await other((driver) => look(world, driver));
        }
        return instances.update(changes);
      },
    }),
  });
  const slow = new TaskDriver({ ...world, tenant: "default", store, plans: new TaskPlans(scripts) });
  await look(world, slow);
  expect(await world.instance(RUN)).toMatchObject({ state: "Processing", attempt: 2 });
  const names = (await partsOf(world)).map(({ part: one }) => one?.name ?? "");
  expect(names.toSorted()).toEqual(["n0", "n0+1"]);
});
