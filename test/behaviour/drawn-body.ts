import fc from "fast-check";
import {
  attemptsOf,
  type DrawnRun,
  type RunPace,
  drawnRun,
  jobOf,
  limitOf,
  runsOk,
  SINGLE_RUNS,
  workOf,
} from "./drawn-run.ts";
import type { ReferenceEdge, ReferenceJoin, ReferenceNode } from "./reference-task.ts";

type Answer = "approved" | "refused" | "timeout";

/** What a node of a random body is. */
type Drawn =
  | { readonly type: "run"; readonly run: DrawnRun }
  | { readonly type: "wait"; readonly isSignal: boolean }
  | { readonly type: "approval"; readonly answer: Answer; readonly onTimeout: Answer }
  | {
      readonly type: "condition";
      readonly holds: readonly [boolean, boolean];
      readonly isAll: boolean;
      readonly hasElse: boolean;
    }
  | DrawnLoop;

interface DrawnLoop {
  readonly type: "loop";
  /** In how many visits its condition leads into it. */
  readonly visits: number;
  readonly maxVisits: number;
  readonly backOn: ReferenceEdge["on"];
  /** What it repeats; `null`: a wait. */
  readonly run: DrawnRun | null;
  /** The visit in which that fails; 0 for none. */
  readonly failsIn: number;
  readonly mayFail: boolean;
}

interface DrawnNode {
  readonly what: Drawn;
  readonly mayFail: boolean;
  readonly skips: boolean;
  readonly join: ReferenceJoin;
  readonly pre: readonly {
    readonly back: number;
    readonly on: ReferenceEdge["on"];
    /** Which of the branches of the node before, where it has some; after the last for none. */
    readonly branch: number;
    /** Of a loop: whether it follows the node in it. */
    readonly isInside: boolean;
  }[];
}

/** A body that is drawn at random, with how everything in it is to go. */
export type DrawnBody = readonly DrawnNode[];

/** How a body is made for a deployment. */
export interface Pace extends RunPace {
  /** What a wait takes, and how long an approval waits that nobody gives. */
  readonly waitMs: number;
}

/** The time until which an approval waits that somebody decides. */
const LONG_MS = 86_400_000;
const once = (among: number): fc.Arbitrary<boolean> =>
  fc.integer({ min: 0, max: among - 1 }).map((one) => one === 0);
const on = fc.constantFrom<ReferenceEdge["on"]>("ok", "ok", "failed", "ended");
const answer = fc.constantFrom<Answer>("approved", "approved", "refused", "timeout");
const run = drawnRun.map((drawn): Drawn => ({ type: "run", run: drawn }));
const drawnLoop: fc.Arbitrary<Drawn> = fc.record({
  type: fc.constant("loop" as const),
  visits: fc.integer({ min: 0, max: 3 }),
  maxVisits: fc.integer({ min: 1, max: 3 }),
  backOn: on,
  run: fc.option<DrawnRun>(
    drawnRun.map((drawn): DrawnRun => ({
      ...drawn,
      runs: SINGLE_RUNS[drawn.runs] ?? drawn.runs,
      isBatch: false,
      hangs: false,
    })),
    { freq: 4 },
  ),
  failsIn: fc.integer({ min: 0, max: 3 }),
  mayFail: once(4),
});

const drawn: fc.Arbitrary<Drawn> = fc.oneof(
  { weight: 5, arbitrary: run },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("wait" as const), isSignal: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("approval" as const), answer, onTimeout: answer }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("condition" as const),
      holds: fc.tuple(fc.boolean(), fc.boolean()),
      isAll: fc.boolean(),
      hasElse: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: drawnLoop },
);

export const drawnBody: fc.Arbitrary<DrawnBody> = fc.array(
  fc.record({
    what: drawn,
    mayFail: once(6),
    skips: once(8),
    join: fc.constantFrom<ReferenceJoin>("live", "live", "all", "any", "done", { min: 2 }),
    pre: fc.array(
      fc.record({
        back: fc.integer({ min: 1, max: 4 }),
        on,
        branch: fc.integer({ min: 0, max: 3 }),
        isInside: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
  }),
  { minLength: 1, maxLength: 9 },
);

/** What somebody does while a run goes on: the signals that are sent, and how approvals are decided, by their nodes. */
export interface Decisions {
  readonly signals: readonly string[];
  readonly approvals: ReadonlyMap<string, Answer>;
}

/** The body as it is saved. */
export function bodyOf(drawnNodes: DrawnBody, pace: Pace): object {
  const nodes = drawnNodes.flatMap((node, index): readonly object[] => {
    const { what, mayFail, skips, join } = node;
    const pre = waysTo(drawnNodes, index).map(({ from, on: when, branch }) => ({
      node: from,
      on: when,
      ...(branch !== null && { branch }),
    }));
    const base = { id: idOf(index), join, allowFailure: mayFail, pre, ...(skips && { skipWhen: "true" }) };
    if (what.type !== "loop") return [{ ...base, ...partsOf(what, index, pace) }];
    return loopOf(what, index, { ...base, pre: [...pre, { node: insideOf(index), on: what.backOn }] }, pace);
  });
  return { engine: 1, nodes };
}

export function decisionsOf(drawnNodes: DrawnBody): Decisions {
  const signals: string[] = [];
  const approvals = new Map<string, Answer>();
  for (const [index, { what }] of drawnNodes.entries()) {
    if (what.type === "wait" && what.isSignal) signals.push(idOf(index));
    if (what.type === "approval" && what.answer !== "timeout") approvals.set(idOf(index), what.answer);
  }
  return { signals, approvals };
}

/** The same as the reference interpreter takes it: a loop is two nodes. */
export function referenceOf(drawnNodes: DrawnBody): readonly ReferenceNode[] {
  const ids = drawnNodes.flatMap(({ what }, index) =>
    what.type === "loop" ? [idOf(index), insideOf(index)] : [idOf(index)],
  );
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = (id: string): number => places.get(id) ?? -1;
  return drawnNodes.flatMap(({ what, mayFail, skips, join }, index): readonly ReferenceNode[] => {
    const to = placeOf(idOf(index));
    const ins = waysTo(drawnNodes, index).map(({ from, ...way }) => ({ ...way, from: placeOf(from), to }));
    const node = { join, mayFail, skips, ins };
    if (what.type === "run") return [{ ...node, act: { type: "run", isOk: runsOk(what.run) } }];
    if (what.type === "wait") return [{ ...node, act: { type: "wait" } }];
    if (what.type === "approval") {
      const branch = what.answer === "timeout" ? what.onTimeout : what.answer;
      return [{ ...node, act: { type: "approval", branch } }];
    }
    if (what.type === "condition") {
      const holding = ["a", "b"].filter((_, place) => what.holds[place] === true);
      const found = what.isAll ? holding : holding.slice(0, 1);
      const taken = found.length === 0 && what.hasElse ? ["c"] : found;
      return [{ ...node, act: { type: "condition", taken } }];
    }
    const { visits, maxVisits, backOn } = what;
    const okIn = (visit: number): boolean => what.run === null || runsOk(inVisit(what, what.run, visit));
    return [
      { ...node, act: { type: "loop", visits, maxVisits, backOn } },
      { act: { type: "inLoop", okIn }, join: "live", mayFail: what.mayFail, skips: false, ins: [] },
    ];
  });
}

/** The attempts that the runs of each node have had, of the items of a batch and the visits of a loop too; in the reference's order. */
export function attemptsBy(drawnNodes: DrawnBody, visits: readonly number[]): readonly (readonly number[])[] {
  let place = -1;
  const counted = (attempts: (visit: number) => readonly number[]): readonly number[] => {
    place += 1;
    return Array.from({ length: visits[place] ?? 0 }, (_, visit) => attempts(visit + 1)).flat();
  };
  return drawnNodes.flatMap(({ what }) => {
    if (what.type === "run") return [counted(() => attemptsOf(what.run))];
    if (what.type !== "loop") return [counted(() => [])];
    const { run: inner } = what;
    return [
      counted(() => []),
      counted((visit) => (inner === null ? [] : attemptsOf(inVisit(what, inner, visit)))),
    ];
  });
}

function idOf(index: number): string {
  return `n${index}`;
}

function insideOf(index: number): string {
  return `n${index}in`;
}

interface Way {
  readonly from: string;
  readonly on: ReferenceEdge["on"];
  readonly branch: string | null;
}

function waysTo(drawnNodes: DrawnBody, index: number): readonly Way[] {
  return (drawnNodes[index]?.pre ?? []).flatMap(
    ({ back, on: when, branch: place, isInside }): readonly Way[] => {
      const source = drawnNodes[index - back]?.what;
      if (source === undefined) return [];
      if (source.type === "loop" && isInside)
        return [{ from: insideOf(index - back), on: when, branch: null }];
      const branch = when === "failed" ? null : (branchesOf(source)[place] ?? null);
      return [{ from: idOf(index - back), on: when, branch }];
    },
  );
}

function branchesOf(what: Drawn): readonly string[] {
  if (what.type === "approval") return ["approved", "refused", "timeout"];
  if (what.type === "condition") return what.hasElse ? ["a", "b", "c"] : ["a", "b"];
  // Who follows the way into a loop ends it: that is drawn as well, and less often.
  return what.type === "loop" ? ["out", "out", "again"] : [];
}

function partsOf(what: Exclude<Drawn, DrawnLoop>, index: number, pace: Pace): object {
  if (what.type === "run") return jobOf(what.run, index, pace);
  if (what.type === "wait")
    return { type: "wait", for: what.isSignal ? { signal: idOf(index) } : { ms: String(pace.waitMs) } };
  if (what.type === "approval") {
    const timeoutMs = what.answer === "timeout" ? pace.waitMs : LONG_MS;
    return { type: "approval", by: {}, timeoutMs, onTimeout: what.onTimeout };
  }
  const branches = what.holds.map((holds, place) => ({ name: ["a", "b"][place], when: String(holds) }));
  return { type: "condition", branches, all: what.isAll, ...(what.hasElse && { else: "c" }) };
}

function loopOf(what: DrawnLoop, index: number, head: object, pace: Pace): readonly object[] {
  const { visits, maxVisits, run: inner, failsIn, mayFail } = what;
  const branches = [{ name: "again", when: `$.VISIT <= ${visits}` }];
  const pre = [{ node: idOf(index), branch: "again" }];
  const base = { id: insideOf(index), pre, allowFailure: mayFail };
  const repeated =
    inner === null
      ? { type: "wait", for: { ms: String(pace.waitMs) } }
      : { ...workOf(inner, `$.VISIT == ${failsIn} ? 9 : ${inner.fails[0] ?? 0}`), ...timesOf(inner, pace) };
  return [
    { ...head, type: "condition", branches, else: "out", loop: { maxVisits } },
    { ...base, ...repeated },
  ];
}

function timesOf(inner: DrawnRun, pace: Pace): object {
  return { retry: { times: inner.retries, intervalMs: 0 }, ...limitOf(inner, pace) };
}

/** What a loop repeats, as it goes in one of its visits. */
function inVisit({ failsIn }: DrawnLoop, inner: DrawnRun, visit: number): DrawnRun {
  return visit === failsIn ? { ...inner, fails: [9] } : inner;
}
