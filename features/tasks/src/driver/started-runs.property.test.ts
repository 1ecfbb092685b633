import { isTerminal, type JobInstance } from "@mojob/core";
import type { TaskNode } from "@mojob/core/engine";
import { cancelled, EdgeCondition, OnRetry, parseRunName, requestCancel } from "@mojob/core/feature";
import { START } from "@mojob/test-fixtures/records";
import type { World } from "@mojob/test-fixtures/world";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  aProcess,
  aTask,
  death,
  driverOver,
  endRun,
  look,
  partsOf,
  retry,
  RUN,
} from "../../fixtures/driven-task.ts";
import { startedId } from "./started-runs.ts";

/** More by the environment: `TASK_RUNS=5000`. */
const RUNS = Number(process.env["TASK_RUNS"] ?? 150);
const JOB = { type: "job", job: { key: "mail.send" } } as const;

/** A node of a chain: whether it waits for its run, and whether that fails. */
interface Link {
  readonly waits: boolean;
  readonly fails: boolean;
  readonly on: EdgeCondition;
}

const links = fc.array(
  fc.record({
    waits: fc.boolean(),
    fails: fc.boolean(),
    on: fc.constantFrom(EdgeCondition.Ok, EdgeCondition.Ended),
  }),
  { minLength: 1, maxLength: 6 },
);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("look" as const), death }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("end" as const), death }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("look together" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel" as const) }) },
);

function nodesOf(chain: readonly Link[]): readonly TaskNode[] {
  return chain.map(({ waits, on }, place) => ({
    ...JOB,
    id: `n${place}`,
    wait: waits,
    pre: place === 0 ? [] : [{ node: `n${place - 1}`, on }],
  }));
}

async function startedBy(world: World): Promise<readonly JobInstance[]> {
  return (await world.instances()).filter(({ id, part }) => part === null && id !== RUN);
}

test("whatever processes die at which write, a node that does not wait starts one run, which nothing of its task ends", async () => {
  await fc.assert(
    fc.asyncProperty(
      links,
      fc.array(step, { maxLength: 20 }),
      fc.nat(2),
      fc.constantFrom(OnRetry.Smart, OnRetry.Whole),
      async (chain, steps, retries, onRetry) => {
        const world = await aTask(nodesOf(chain), retries, { onRetry });
        const endOpen = async (): Promise<void> => {
          for (const run of await partsOf(world)) {
            if (isTerminal(run.state)) continue;
            const node = parseRunName(run.part?.name ?? "")?.node ?? "";
            await endRun(world, run, chain[Number(node.slice(1))]?.fails === true);
          }
        };
        for (const one of steps) {
          await retry(world);
          if (one.do === "look") await aProcess(world, one.death)((driver) => look(world, driver));
          else if (one.do === "look together")
            await Promise.all([1, 2].map(() => aProcess(world, null)((driver) => look(world, driver))));
          else if (one.do === "end") {
            await endOpen();
            await aProcess(world, one.death)((driver) => look(world, driver));
          } else {
            const task = await world.instance(RUN);
            if (task.state === "Processing")
              await world.store.instances.update([requestCancel(task, START, cancelled("ada"))]);
          }
        }
        for (let left = (chain.length + 2) * (retries + 1); left > 0; left -= 1) {
          await retry(world);
          await aProcess(world, null)((driver) => look(world, driver));
          await endOpen();
        }
        await aProcess(world, null)((driver) => look(world, driver));
        expect(isTerminal((await world.instance(RUN)).state)).toBe(true);
        const log = await world.store.tasks.log("default", RUN, 0, 10_000);
        const starting = new Set(
          log.flatMap((fact) =>
            fact.type === "started" && chain[Number(fact.node.slice(1))]?.waits === false ? [fact.node] : [],
          ),
        );
        const ids = await Promise.all([...starting].map((node) => startedId(RUN, { node, visit: "" })));
        const started = await startedBy(world);
        expect(started.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
        expect(started.map(({ state, trigger }) => [state, trigger.of])).toEqual(
          started.map(() => ["Enqueued", RUN]),
        );
        const state = await world.store.tasks.read("default", RUN);
        for (const node of starting) {
          const at = state?.nodes[node];
          if (at?.s === "Succeeded") expect(at.result).toBe(await startedId(RUN, { node, visit: "" }));
        }
        const names = (await partsOf(world)).map(({ part }) => parseRunName(part?.name ?? "")?.node ?? "");
        expect(names.filter((node) => chain[Number(node.slice(1))]?.waits === false)).toEqual([]);
        const handed = world.bus.requests.map(({ instanceId, attempt }) => `${instanceId} ${attempt}`);
        expect(new Set(handed).size).toBe(handed.length);
      },
    ),
    { numRuns: RUNS },
  );
});

test("one whose job is disabled fails its node, records nothing, and starts when it is retried", async () => {
  const world = await aTask([{ ...JOB, id: "n0", wait: false }], 0, { onFailure: "hold" });
  const mail = await world.cache.get("mail.send");
  if (mail === null) throw new Error("The job is not there");
  await world.cache.save({ ...mail, options: { ...mail.options, disabled: true }, revision: 2 }, 1);
  const driver = driverOver(world);
  await look(world, driver);
  expect((await world.store.tasks.read("default", RUN))?.nodes["n0"]).toMatchObject({
    s: "Failed",
    code: "job_disabled",
  });
  expect(await startedBy(world)).toEqual([]);
  await world.cache.save({ ...mail, revision: 3 }, 2);
  const retryNode = { type: "retryNode", node: "n0", by: "ann" } as const;
  expect(await driver.operate(await world.instance(RUN), retryNode)).toBeNull();
  const id = await startedId(RUN, { node: "n0", visit: "" });
  expect((await startedBy(world)).map((run) => run.id)).toEqual([id]);
  expect((await world.instance(RUN)).state).toBe("Succeeded");
});
