import { isTerminal, type JobInstance } from "@mojob/core";
import type { TaskBody, TaskNode } from "@mojob/core/engine";
import { runAtOnce, type SimulatedOutcome, type Simulation } from "@mojob/core/feature";
import type { World } from "@mojob/test-fixtures/world";
import fc from "fast-check";
import { expect, test } from "vitest";
import { drawnBody } from "../../fixtures/drawn-bodies.ts";
import { drawnTask, expectedEnd, expectedStates, nodesOf } from "../../fixtures/drawn-tasks.ts";
import { aTask, driverOver, endRun, look, partsOf, RUN } from "../../fixtures/driven-task.ts";
import { TASK_START } from "../../fixtures/task-walk.ts";
import { compileTask } from "../plan/compile-task.ts";
import { simulation } from "./simulate-task.ts";

/** More by the environment: `TASK_GRAPHS=10000`. */
const GRAPHS = Number(process.env["TASK_GRAPHS"] ?? 300);
const MOST_ROUNDS = 400;
const clock = { now: () => TASK_START };

function simulate(body: TaskBody, outcomes: Readonly<Record<string, SimulatedOutcome>>): Simulation {
  return runAtOnce(simulation(compileTask(body), { clock, outcomes }));
}

test("a simulation says of random graphs what their definition says", () => {
  fc.assert(
    fc.property(drawnTask, (drawn) => {
      const failed = drawn.flatMap(({ fails }, index) => (fails ? [[`n${index}`, "Failed"] as const] : []));
      const { state, nodes } = simulate({ engine: 1, nodes: nodesOf(drawn) }, Object.fromEntries(failed));
      expect(nodes.map((node) => node.state)).toEqual(expectedStates(drawn));
      expect(state).toBe(expectedEnd(drawn));
    }),
    { numRuns: GRAPHS },
  );
});

/** A wait is over at once and an approval is a job, so that runs alone take time. */
function timeless(nodes: readonly TaskNode[]): readonly TaskNode[] {
  return nodes.map((node): TaskNode => {
    if (node.type === "group") return { ...node, nodes: timeless(node.nodes) };
    const { id, pre = [], join, allowFailure } = node;
    const base = {
      id,
      pre: pre.map(({ branch, ...one }) =>
        isApproval(branch) ? one : { ...one, ...(branch !== undefined && { branch }) },
      ),
      ...(join !== undefined && { join }),
      ...(allowFailure !== undefined && { allowFailure }),
    };
    if (node.type === "wait" || node.type === "approval") return { ...base, type: "wait", for: { ms: "0" } };
    return { ...node, pre: base.pre };
  });
}

function isApproval(branch: string | undefined): boolean {
  return branch === "approved" || branch === "refused";
}

/** Runs of a node that were begun, in their order, with those that are open first ended. */
async function endOldest(world: World, order: string[], fails: ReadonlySet<string>): Promise<boolean> {
  const parts = await partsOf(world);
  const open = parts.filter(({ state }) => !isTerminal(state));
  const log = await world.store.tasks.log("default", RUN, 0, 10_000);
  for (const fact of log) {
    const names =
      fact.type === "itemsStarted"
        ? fact.items.map(({ item }) => `${fact.node}|${fact.visit}|${item}`)
        : fact.type === "started" && fact.n !== null
          ? [`${fact.node}|${fact.visit}|`]
          : [];
    for (const name of names) if (!order.includes(name)) order.push(name);
  }
  const placeOf = (run: JobInstance): number => order.indexOf(placeName(run));
  const [oldest] = open.toSorted((one, other) => placeOf(one) - placeOf(other));
  if (oldest === undefined) return false;
  const [node = "", , item] = placeName(oldest).split("|");
  const together = item === "" ? [oldest] : open.filter((run) => placeName(run).startsWith(`${node}|`));
  for (const run of together) await endRun(world, run, fails.has(node));
  return true;
}

function placeName({ part }: JobInstance): string {
  const [, node, visit = "", item = ""] = /^([^~:+]+)(?:~([\d.]+))?(?::(\d+))?/.exec(part?.name ?? "") ?? [];
  return `${node}|${visit}|${item}`;
}

test("a simulation says of random bodies what a real run does with runs that end so", async () => {
  await fc.assert(
    fc.asyncProperty(drawnBody, fc.array(fc.nat(12), { maxLength: 4 }), async (drawn, chosen) => {
      const { resources: _, nodes: drawnNodes, ...rest } = drawn;
      const body: TaskBody = { ...rest, nodes: timeless(drawnNodes) };
      const plan = compileTask(body);
      const runs = plan.nodes.filter(({ node }) => node.type === "job" && node.wait !== false);
      const fails = new Set(chosen.map((one) => runs[one % Math.max(1, runs.length)]?.id ?? ""));
      fails.delete("");
      const said = simulate(body, Object.fromEntries([...fails].map((id) => [id, "Failed"])));
      const world = await aTask(body.nodes, 0, rest);
      const driver = driverOver(world);
      const order: string[] = [];
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        await look(world, driver);
        if (await endOldest(world, order, fails)) continue;
        const { state } = (await driver.read(RUN)) ?? expect.fail();
        if (state.phase === "ended" || state.phase === "held") break;
        await world.clock.advance(1000);
      }
      const { state } = (await driver.read(RUN)) ?? expect.fail();
      expect(said.stop).toBe(state.phase === "held" ? "held" : null);
      expect(said.state).toBe(state.end?.state ?? null);
      // What follows a loop that failed sees its header as failed.
      const real = plan.nodes.map(({ id }) =>
        state.loops[id]?.s === "failed" ? [id, "Failed"] : [id, state.nodes[id]?.s ?? null],
      );
      expect(said.nodes.map((node) => [node.id, node.state])).toEqual(real);
    }),
    { numRuns: GRAPHS },
  );
});
