import { type IMoJobScheduleMetadataStore, isTerminal, type JobInstance } from "@mojob/core";
import { LoopTurns, newTaskState } from "@mojob/core/engine";
import { cancelled, parseRunName, requestCancel } from "@mojob/core/feature";
import { foldFacts } from "@mojob/core/ports";
import { START } from "@mojob/test-fixtures/records";
import { withMethods } from "@mojob/test-fixtures/with-methods";
import type { World } from "@mojob/test-fixtures/world";
import fc from "fast-check";
import { expect, test } from "vitest";
import { aProcess, aTask, death, endRun, look, partsOf, retry, RUN } from "../../fixtures/driven-task.ts";
import { type DrawnNode, drawnTask, expectedStates, nodesOf } from "../../fixtures/drawn-tasks.ts";
import { TaskPlans } from "../definition/task-plans.ts";
import { namesIn } from "../decide/owed.ts";
import { TaskDriver } from "./task-driver.ts";

/** More by the environment: `TASK_RUNS=5000`. */
const RUNS = Number(process.env["TASK_RUNS"] ?? 150);

const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant("look" as const), death }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("look together" as const), count: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("end" as const), run: fc.nat(9), death }) },
);

/** Ends a node's run as its graph says. */
async function end(world: World, drawn: readonly DrawnNode[], run: JobInstance): Promise<void> {
  const name = parseRunName(run.part?.name ?? "");
  await endRun(world, run, drawn[Number(name?.node.slice(1))]?.fails === true);
}

test("I1 I2 I9 whatever processes die at which write, each node runs once and the task ends as its graph says", async () => {
  await fc.assert(
    fc.asyncProperty(
      drawnTask,
      fc.array(step, { maxLength: 25 }),
      fc.nat(2),
      async (drawn, steps, retries) => {
        const world = await aTask(nodesOf(drawn), retries);
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
    const world = await aTask(nodesOf(drawn));
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
  const world = await aTask(nodesOf(drawn));
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
  const world = await aTask(nodesOf(drawn));
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
  const world = await aTask(nodesOf([root, root]));
  const run = aProcess(world, null);
  await run((driver) => look(world, driver));
  await world.cache.remove("nightly", 1);
  await run((driver) => look(world, driver));
  expect(await world.instance(RUN)).toMatchObject({ state: "Terminated", error: { code: "job_deleted" } });
  expect((await partsOf(world)).map(({ state }) => state)).toEqual(["Cancelled", "Cancelled"]);
});

test("the end of an attempt that comes late does not end the retry that has begun meanwhile", async () => {
  const world = await aTask(nodesOf([{ fails: true, mayFail: false, join: "live", pre: [] }]), 1);
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
  const slow = new TaskDriver({
    ...world,
    tenant: "default",
    store,
    plans: new TaskPlans(scripts, LoopTurns.of(world.clock)),
  });
  await look(world, slow);
  expect(await world.instance(RUN)).toMatchObject({ state: "Processing", attempt: 2 });
  const names = (await partsOf(world)).map(({ part: one }) => one?.name ?? "");
  expect(names.toSorted()).toEqual(["n0", "n0+1"]);
});
