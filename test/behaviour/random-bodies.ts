import { defineTriggeredJob, isTerminal } from "@mojob/core";
import { validateTask } from "@mojob/tasks";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness, RunJson } from "./deployment.ts";
import {
  attemptsBy,
  bodyOf,
  type Decisions,
  decisionsOf,
  type DrawnBody,
  drawnBody,
  referenceOf,
} from "./drawn-body.ts";
import { act, innerTasks } from "./drawn-run.ts";
import { interpretTask } from "./reference-task.ts";
import { TaskCalls } from "./task-calls.ts";

/** A seed of its own for each night, or that of a failure. */
const SEED = Number(process.env["RANDOM_SEED"] ?? 51);
const MOST_LOOKS = 400;

export interface RandomBodiesOptions {
  readonly bodies: number;
  /** How many run at once. */
  readonly atOnce: number;
}

/** Random graphs of everything that a body may have: what validates is created, runs, and ends as the reference says. */
export function describeRandomBodies(
  harness: DeploymentHarness,
  { bodies, atOnce }: RandomBodiesOptions,
): void {
  const isReal = harness.isRealTime === true;
  // In the world's time an attempt that does not hang must not be ended by a busy machine.
  const pace = { timeoutMs: isReal ? 3000 : 1000, limitsAll: !isReal, waitMs: 100 };

  describe(`random bodies (${harness.name})`, () => {
    afterAll(() => harness.cleanUp());

    test(`what validates is created, runs, and ends as the reference says: ${bodies} bodies`, async () => {
      const job = defineTriggeredJob({ key: "act", maxConcurrency: null, execute: act });
      const deployment = await harness.open({ jobs: [job] });
      const tasks = new TaskCalls(deployment);
      const inner = Object.entries(innerTasks(pace.waitMs));
      for (const [key, body] of inner) await tasks.create(key, body, FREE);
      const all = fc.sample(drawnBody, { numRuns: 3 * bodies, seed: SEED });
      const isValid = (drawn: DrawnBody): boolean => validateTask(bodyOf(drawn, pace)).body !== null;
      const valid = all.filter(isValid).slice(0, bodies);
      expect(valid).toHaveLength(bodies);
      for (const drawn of all.filter((one) => !isValid(one)).slice(0, atOnce))
        await expectRefused(deployment, bodyOf(drawn, pace));
      for (let from = 0; from < bodies; from += atOnce) {
        const some = valid.slice(from, from + atOnce);
        const started = await Promise.all(
          some.map(async (drawn, index) => {
            await tasks.create(`t${from + index}`, bodyOf(drawn, pace));
            const { id } = await deployment.api.trigger(`t${from + index}`);
            return { id, decisions: decisionsOf(drawn) };
          }),
        );
        await finish(deployment, tasks, started, isReal ? 100 : 1000);
        for (const [index, { id }] of started.entries()) {
          const name = { seed: SEED, body: from + index };
          expect({ ...(await seen(deployment, tasks, id)), ...name }).toEqual({
            ...wanted(some[index] as DrawnBody),
            ...name,
          });
        }
      }
    }, 600_000);
  });
}

const FREE = { options: { maxConcurrency: null } };

interface Started {
  readonly id: string;
  readonly decisions: Decisions;
}

async function expectRefused({ api }: Deployment, body: object): Promise<void> {
  const job = { key: "refused", app: "behaviour", kind: "triggered", work: { kind: "task", body } };
  const { status, body: problem } = await api.call<{ code: string }>("POST", "/jobs", job);
  expect([status, problem.code]).toEqual([400, "invalid_argument"]);
}

/** Sends signals, decides on what waits for that, and lets time pass until all of them have ended. */
async function finish(
  deployment: Deployment,
  tasks: TaskCalls,
  started: readonly Started[],
  stepMs: number,
): Promise<void> {
  let open = started;
  for (let look = 0; open.length > 0; look += 1) {
    if (look === MOST_LOOKS) throw new Error(`They do not end: ${open.map(({ id }) => id).join(", ")}`);
    const runs = await Promise.all(open.map(({ id }) => deployment.api.run(id)));
    open = open.filter((_, index) => !isTerminal((runs[index] as RunJson).state));
    await Promise.all(open.map((one) => decide(tasks, one)));
    await deployment.elapse(stepMs);
  }
}

async function decide(tasks: TaskCalls, { id, decisions }: Started): Promise<void> {
  const { signals, approvals } = decisions;
  if (signals.length + approvals.size === 0) return;
  const nodes = await tasks.nodes(id);
  for (const [node, status] of Object.entries(nodes)) {
    if (status !== "Waiting") continue;
    const branch = approvals.get(node);
    if (branch !== undefined)
      await tasks.call("POST", id, "/task/operations", { type: "approve", node, branch });
    if (signals.includes(node))
      await tasks.call("POST", id, "/task/operations", { type: "signal", signal: node });
  }
}

async function seen({ api }: Deployment, tasks: TaskCalls, id: string): Promise<object> {
  const { state } = await api.run(id);
  const { nodes } = await tasks.read(id);
  const runs = await tasks.runs(id);
  const attempts = nodes.map((node) =>
    runs
      .filter((run) => nodeOf(run) === node.id)
      .map(({ attempt }) => attempt)
      .toSorted(inOrder),
  );
  return { state, nodes: nodes.map(({ status }) => status), attempts };
}

function wanted(drawn: DrawnBody): object {
  const { states, visits, hasSucceeded } = interpretTask(referenceOf(drawn));
  const attempts = attemptsBy(drawn, visits).map((all) => all.toSorted(inOrder));
  return { state: hasSucceeded ? "Succeeded" : "Terminated", nodes: states, attempts };
}

/** A run of a node has its name at the end of its id, and after that its visit and its item. */
function nodeOf({ id }: RunJson): string | undefined {
  return id.slice(id.lastIndexOf("#") + 1).split(/[:~+]/)[0];
}

function inOrder(one: number, other: number): number {
  return one - other;
}
