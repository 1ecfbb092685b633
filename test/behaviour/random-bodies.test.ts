import { defineTriggeredJob, type JobContext } from "@mojob/core";
import { validateTask } from "@mojob/core/engine";
import { createFakeClock } from "@mojob/core/testing";
import { startEmbedded } from "@mojob/runtime-local";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type DrawnNode, drawnTask, expectedEnd, expectedStates, nodesOf } from "./reference-graph.ts";

/** More by the environment: `RANDOM_BODIES=10000`. */
const BODIES = Number(process.env["RANDOM_BODIES"] ?? 1000);
const AT_ONCE = 50;
const TIMEOUT_MS = 1000;
/** A seed of its own for each night, or that of a failure. */
const SEED = Number(process.env["RANDOM_SEED"] ?? 51);

/** What a node runs, and how that goes: by its attempts, and by the items of a batch. */
interface DrawnRun {
  readonly runs: "stored" | "own" | "task" | "group";
  /** How many of the first attempts fail, of each item. */
  readonly fails: readonly number[];
  /** Whether they fail by taking too long. */
  readonly hangs: boolean;
  readonly isBatch: boolean;
  readonly retries: number;
  readonly minOk: number | null;
  /** Whether a declared result is of another type than it is said to be. */
  readonly mistypes: boolean;
  readonly skips: boolean;
}

const drawnRun: fc.Arbitrary<DrawnRun> = fc.record({
  runs: fc.constantFrom(
    "stored" as const,
    "stored" as const,
    "own" as const,
    "task" as const,
    "group" as const,
  ),
  fails: fc.array(
    fc.integer({ min: 0, max: 3 }).map((one) => Math.max(0, one - 1)),
    { maxLength: 4 },
  ),
  hangs: fc.integer({ min: 0, max: 7 }).map((one) => one === 0),
  isBatch: fc.boolean(),
  retries: fc.integer({ min: 0, max: 2 }),
  minOk: fc.option(fc.integer({ min: 0, max: 3 })),
  mistypes: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
  skips: fc.integer({ min: 0, max: 7 }).map((one) => one === 0),
});

const drawnBody = fc.tuple(drawnTask, fc.array(drawnRun, { minLength: 10, maxLength: 10 }));

/** A group has runs as a batch alone; what runs once has one number of failures. */
function isBatch({ runs, isBatch: is }: DrawnRun): boolean {
  return is || runs === "group";
}

function attemptsOf(run: DrawnRun): readonly number[] {
  const all = isBatch(run) ? run.fails : [run.fails[0] ?? 0];
  // An attempt of a group is a task whose runs begin at their own first attempt.
  const fails = run.runs === "group" ? all.map((one) => (one === 0 ? 0 : Infinity)) : all;
  return fails.map((one) => Math.min(one, run.retries) + 1);
}

/** Whether each item succeeds within the attempts that it may have; what is of another type fails after it has run. */
function isOk(run: DrawnRun, fails: number): boolean {
  if (run.runs === "group") return fails === 0;
  return fails <= run.retries && !(run.mistypes && run.runs === "own");
}

function failsAs(run: DrawnRun): boolean {
  if (!isBatch(run)) return !isOk(run, run.fails[0] ?? 0);
  const ok = run.fails.filter((fails) => isOk(run, fails)).length;
  return ok < (run.minOk ?? run.fails.length);
}

function jobOf({ runs, mistypes }: DrawnRun): object {
  if (runs === "task") return { type: "task", key: "inner" };
  const group = { type: "group", nodes: [{ id: "in", type: "job", job: { key: "act" } }] };
  if (runs === "group") return group;
  if (runs === "stored") return { type: "job", job: { key: "act" } };
  const work = { kind: "code", handler: "act" };
  const results = [{ name: "r", type: mistypes ? "number" : "text", expression: "$.SELF.RESULT" }];
  return { type: "job", job: { work, results } };
}

function bodyOf(nodes: readonly DrawnNode[], runs: readonly DrawnRun[]): object {
  return {
    engine: 1,
    nodes: nodesOf(nodes).map((node, index) => {
      const run = runs[index] as DrawnRun;
      const { job: _, type: _type, ...rest } = node as unknown as Record<string, unknown>;
      const batch = { items: JSON.stringify(run.fails), ...(run.minOk !== null && { minOk: run.minOk }) };
      return {
        ...rest,
        ...jobOf(run),
        ...(run.runs === "group" && { nodes: [innerOf(index)] }),
        ...(run.runs !== "group" && {
          params: [
            isBatch(run)
              ? { name: "fails", expression: "$.ITEM" }
              : { name: "fails", value: run.fails[0] ?? 0 },
            { name: "hangs", value: run.hangs },
          ],
        }),
        retry: { times: run.retries, intervalMs: 0 },
        timeoutMs: TIMEOUT_MS,
        ...(run.skips && { skipWhen: "true" }),
        ...(isBatch(run) && { each: batch }),
      };
    }),
  };
}

/** What the items of a group execute: one that hangs would take the time of its group. */
function innerOf(index: number): object {
  const params = [{ name: "fails", expression: "$.ITEM" }];
  return { id: `in${index}`, type: "job", job: { key: "act" }, params, retry: { times: 0, intervalMs: 0 } };
}

function act(
  args: { fails?: number; hangs?: boolean } | null,
  { attempt, signal }: JobContext,
): Promise<string> {
  const { fails = 0, hangs = false } = args ?? {};
  if (attempt > fails) return Promise.resolve("done");
  if (!hangs) return Promise.reject(new Error("It fails"));
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}

it(`${BODIES} random bodies: what validates is created, runs, and ends as the reference says`, async () => {
  const clock = createFakeClock("2026-03-02T00:00:00Z");
  const job = defineTriggeredJob({ key: "act", maxConcurrency: null, execute: act });
  const hooks = { onRunEnd: () => {} };
  const options = { app: "a", inMemory: true, jobs: [job], clock, hooks };
  const { scheduler, close } = await startEmbedded(options);
  const params = ["fails", "hangs"].map((name) => ({ name, type: "json" }));
  const inner = { engine: 1, params, nodes: [{ id: "x", type: "job", job: { key: "act" } }] };
  const make = (key: string, body: object): Promise<unknown> =>
    scheduler.jobs.create({ key, app: "a", kind: "triggered", work: { kind: "task", body } } as never);
  await make("inner", inner);
  const drawn = fc.sample(drawnBody, { numRuns: 3 * BODIES, seed: SEED });
  const isValid = ([nodes, runs]: (typeof drawn)[number]): boolean =>
    validateTask(bodyOf(nodes, runs)).body !== null;
  const all = drawn.filter(isValid).slice(0, BODIES);
  expect(all).toHaveLength(BODIES);
  for (const [nodes, runs] of drawn.filter((one) => !isValid(one)).slice(0, AT_ONCE))
    await expect(make("refused", bodyOf(nodes, runs))).rejects.toMatchObject({ code: "invalid_argument" });
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const some = all.slice(from, from + AT_ONCE);
    const started = await Promise.all(
      some.map(async ([nodes, runs], index) => {
        const body = bodyOf(nodes, runs);
        await make(`t${from + index}`, body);
        return (await scheduler.trigger(`t${from + index}`)).id;
      }),
    );
    for (let beats = 0; beats < 60; beats += 1) await clock.advance(TIMEOUT_MS);
    for (const [index, id] of started.entries()) {
      const [graph, runs] = some[index] as (typeof all)[number];
      const nodes = graph.map((node, at): DrawnNode => {
        const run = runs[at] as DrawnRun;
        return { ...node, fails: failsOf(run), skips: run.skips };
      });
      expect({ ...(await seen(id)), seed: SEED, body: from + index }).toEqual({
        ...wanted(nodes, runs),
        seed: SEED,
        body: from + index,
      });
    }
  }
  const closed = close();
  await clock.advance(60_000);
  await closed;

  async function seen(id: string): Promise<object> {
    const { state } = await scheduler.instances.get(id);
    const { nodes } = await scheduler.tasks.get(id);
    const children = await scheduler.instances.children(id);
    const attempts = nodes.map((node) =>
      children
        .filter(({ part }) => part?.name.split(":")[0] === node.id)
        .map(({ attempt }) => attempt)
        .toSorted(inOrder),
    );
    return { state, nodes: nodes.map(({ status }) => status), attempts };
  }
}, 300_000);

/** A task has its own arguments nowhere: it succeeds, whatever its node is given. A group's items fail at once. */
function failsOf(run: DrawnRun): boolean {
  return failsAs(withoutOutcome(run));
}

function withoutOutcome(run: DrawnRun): DrawnRun {
  return run.runs === "task" ? { ...run, fails: run.fails.map(() => 0) } : run;
}

function wanted(nodes: readonly DrawnNode[], runs: readonly DrawnRun[]): object {
  const states = expectedStates(nodes);
  const attempts = states.map((state, index) => {
    const run = withoutOutcome(runs[index] as DrawnRun);
    return state === "Succeeded" || state === "Failed" ? attemptsOf(run).toSorted(inOrder) : [];
  });
  const end = expectedEnd(nodes) === "Succeeded" ? "Succeeded" : "Terminated";
  return { state: end, nodes: states, attempts };
}

function inOrder(one: number, other: number): number {
  return one - other;
}
