import fc from "fast-check";
import type { JobContext } from "@mojob/core";

/** What a node runs, and how that goes: by its attempts, and by the items of a batch. */
export interface DrawnRun {
  /** `strict`: another task that fails as its node does; `slow`: one that waits for a time and for an approval. */
  readonly runs: "stored" | "own" | "task" | "strict" | "slow" | "group";
  /** How many of the first attempts fail, of each item. */
  readonly fails: readonly number[];
  /** Whether they fail by taking too long. */
  readonly hangs: boolean;
  readonly isBatch: boolean;
  readonly retries: number;
  readonly minOk: number | null;
  /** Whether a declared result is of another type than it is said to be. */
  readonly mistypes: boolean;
}

/** What stands for a run that has items where there is one alone. */
export const SINGLE_RUNS: Readonly<Partial<Record<DrawnRun["runs"], DrawnRun["runs"]>>> = { group: "strict" };

export const drawnRun: fc.Arbitrary<DrawnRun> = fc.record({
  runs: fc.constantFrom<DrawnRun["runs"]>(
    "stored",
    "stored",
    "stored",
    "own",
    "own",
    "task",
    "strict",
    "slow",
    "group",
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
});

/** The tasks that nodes run, by their keys. */
export function innerTasks(waitMs: number): Readonly<Record<string, object>> {
  const x = { id: "x", type: "job", job: { key: "act" } };
  const ask = { id: "ask", type: "approval", by: {}, timeoutMs: waitMs, onTimeout: "approved" };
  const taken = ["fails", "hangs"].map((name) => ({ name, type: "json" }));
  const bodies = {
    inner: [x],
    strict: [{ ...x, params: [{ name: "fails", expression: "$.TASK.PARAMS.fails" }] }],
    slow: [
      { id: "rest", type: "wait", for: { ms: String(waitMs) } },
      { ...ask, pre: [{ node: "rest" }] },
      { ...x, pre: [{ node: "ask", branch: "approved" }] },
    ],
  };
  return Object.fromEntries(
    Object.entries(bodies).map(([key, nodes]) => [key, { engine: 1, params: taken, nodes }]),
  );
}

/** The code of the job that all of them run in the end. */
export function act(
  args: { fails?: number; hangs?: boolean } | null,
  { attempt, signal }: JobContext,
): Promise<string> {
  const { fails = 0, hangs = false } = args ?? {};
  if (attempt > fails) return Promise.resolve("done");
  if (!hangs) return Promise.reject(new Error("It fails"));
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}

/** Whether the node that runs this succeeds. */
export function runsOk(run: DrawnRun): boolean {
  const { fails, minOk } = run;
  if (!isBatch(run)) return isOk(run, fails[0] ?? 0);
  return fails.filter((one) => isOk(run, one)).length >= (minOk ?? fails.length);
}

/** The attempts of its run, or of the run of each item, in their order. */
export function attemptsOf(run: DrawnRun): readonly number[] {
  const all = isBatch(run) ? run.fails : [run.fails[0] ?? 0];
  return all.map((fails) => Math.min(failuresOf(run, fails), run.retries) + 1);
}

/** What one that waits for times is ended by only where it does not end. */
const LONG_MS = 600_000;

/** How long the attempts of runs take. */
export interface RunPace {
  /** What an attempt takes that hangs. */
  readonly timeoutMs: number;
  /** Whether what does not hang has that time limit too. */
  readonly limitsAll: boolean;
}

/** The time limit that the node has, if any: what waits for times takes longer than one attempt of code. */
export function limitOf({ runs, hangs }: DrawnRun, { timeoutMs, limitsAll }: RunPace): object {
  if (!limitsAll && !hangs) return {};
  return { timeoutMs: runs === "slow" ? LONG_MS : timeoutMs };
}

/** What a node of it has beside its place in the graph. */
export function jobOf(run: DrawnRun, index: number, pace: RunPace): object {
  const { fails, minOk, retries } = run;
  const isGroup = run.runs === "group";
  const times = isBatch(run) ? "$.ITEM" : String(fails[0] ?? 0);
  return {
    ...(isGroup ? groupOf(index) : workOf(run, times)),
    retry: { times: retries, intervalMs: 0 },
    ...limitOf(run, pace),
    ...(isBatch(run) && { each: { items: JSON.stringify(fails), ...(minOk !== null && { minOk }) } }),
  };
}

/** What a node runs with this number of attempts that fail. */
export function workOf({ runs, mistypes, hangs }: DrawnRun, times: string): object {
  const params = [
    { name: "fails", expression: times },
    { name: "hangs", value: hangs },
  ];
  if (runs === "task") return { type: "task", key: "inner", params };
  if (runs === "strict" || runs === "slow") return { type: "task", key: runs, params };
  if (runs === "stored") return { type: "job", job: { key: "act" }, params };
  const work = { kind: "code", handler: "act" };
  const results = [{ name: "r", type: mistypes ? "number" : "text", expression: "$.SELF.RESULT" }];
  return { type: "job", job: { work, results }, params };
}

/** A group has runs as a batch alone. One item that hangs would take the time of its group. */
function groupOf(index: number): object {
  const params = [{ name: "fails", expression: "$.ITEM" }];
  const retry = { times: 0, intervalMs: 0 };
  const inner = { id: `g${index}`, type: "job", job: { key: "act" }, params, retry };
  return { type: "group", nodes: [inner] };
}

function isBatch({ runs, isBatch: is }: DrawnRun): boolean {
  return is || runs === "group";
}

/** How many of its attempts fail. An attempt of a task or a group begins runs of its own, whose first attempt it is. */
function failuresOf({ runs }: DrawnRun, fails: number): number {
  if (runs === "task" || runs === "slow") return 0;
  return fails > 0 && (runs === "strict" || runs === "group") ? Infinity : fails;
}

/** Whether one succeeds within the attempts that it may have; what is of another type fails after it has run. */
function isOk(run: DrawnRun, fails: number): boolean {
  return failuresOf(run, fails) <= run.retries && !(run.mistypes && run.runs === "own");
}
