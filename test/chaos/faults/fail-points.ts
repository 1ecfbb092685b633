import process from "node:process";
import type { JobInstance } from "@mojob/core";
import type { EndAndAdmit, InstanceChange } from "@mojob/core/ports";
import { intercept, type PortCall, type Stores } from "./intercept.ts";

/** A moment between two writes. */
export interface FailPoint {
  readonly where: "before" | "after";
  readonly is: (call: PortCall) => boolean;
}

const changesTo = ({ port, method, args }: PortCall, is: (change: InstanceChange) => boolean): boolean => {
  if (port !== "instances") return false;
  if (method === "endAndAdmit") return (args[0] as readonly EndAndAdmit[]).some(({ change }) => is(change));
  return method === "update" && (args[0] as readonly InstanceChange[]).some(is);
};
const isInsert = ({ port, method }: PortCall): boolean =>
  port === "instances" && (method === "insert" || method === "insertOrWait");
const isCursor = ({ port, method, args }: PortCall): boolean =>
  port === "state" && method === "set" && String(args[0]).endsWith("/firing/cursor");
const isPlace = ({ port, method, args }: PortCall): boolean =>
  port === "state" && method === "compareAndSet" && String(args[0]).includes("/following/");
const isStep = ({ port, method }: PortCall): boolean => port === "tasks" && method === "write";
const insertsPart = ({ port, method, args }: PortCall): boolean =>
  port === "instances" &&
  method === "insert" &&
  (args[0] as readonly Pick<JobInstance, "part">[]).some(({ part }) => part !== null);
const leavesProcessing = ({ when, set }: InstanceChange): boolean =>
  when.states.includes("Processing") && set.state !== undefined;

/** Each pair of writes a process can die between, by what it has just done or is about to do. */
export const FAIL_POINTS: Readonly<Record<string, FailPoint>> = {
  "insert/start": { where: "after", is: isInsert },
  "fire/insert": { where: "before", is: isInsert },
  "fires/cursor": { where: "before", is: isCursor },
  "cursor/return": { where: "after", is: isCursor },
  "take/admit": { where: "before", is: ({ method }) => method === "admit" },
  "admit/run": { where: "after", is: ({ method }) => method === "admit" },
  "effect/settle": { where: "before", is: (call) => changesTo(call, leavesProcessing) },
  "settle/answer": { where: "after", is: (call) => changesTo(call, leavesProcessing) },
  "failed/retry": {
    where: "after",
    is: (call) => changesTo(call, ({ set }) => set.state === "Failed" && set.retryAt instanceof Date),
  },
  "due/dispatch": { where: "after", is: (call) => changesTo(call, ({ set }) => set.state === "Enqueued") },
  "note/dispatch": {
    where: "after",
    is: (call) => changesTo(call, ({ set }) => set.state === undefined && set.dispatchId !== undefined),
  },
  "ends/follow": {
    where: "after",
    is: ({ port, method }) => port === "instances" && method === "endedAfter",
  },
  "followed/place": { where: "before", is: isPlace },
  "place/next": { where: "after", is: isPlace },
  "edit/mark": {
    where: "after",
    is: ({ port, method }) => port === "definitions" && method === "replace",
  },
  "mark/answer": {
    where: "after",
    is: ({ port, method, args }) =>
      port === "state" && method === "set" && String(args[0]).includes("/pending/"),
  },
  "cancel/answer": {
    where: "after",
    is: (call) => changesTo(call, ({ set }) => set.cancelRequestedAt instanceof Date),
  },
};

/** Those of tasks: between the end of a node, the step, what it owes, and the task's own end. */
export const TASK_POINTS: Readonly<Record<string, FailPoint>> = {
  "end/step": { where: "before", is: isStep },
  "step/owed": { where: "after", is: isStep },
  "parts/hand": { where: "after", is: insertsPart },
};

const ALL_POINTS: Readonly<Record<string, FailPoint>> = { ...FAIL_POINTS, ...TASK_POINTS };

/** The stores of a process that dies, as by kill -9, the `nth` time it comes to a point. */
export function failAt(
  stores: Stores,
  point: { readonly name: string; readonly nth: number } | null,
  die: () => void = () => process.kill(process.pid, "SIGKILL"),
): Stores {
  if (point === null) return stores;
  const found = ALL_POINTS[point.name];
  if (found === undefined) throw new Error(`There is no fail point "${point.name}"`);
  const { where, is } = found;
  let left = point.nth;
  return intercept(stores, async (call, proceed) => {
    if (!is(call)) return proceed();
    left -= 1;
    if (left !== 0) return proceed();
    if (where === "after") await proceed();
    die();
    // Nothing of it goes on.
    return new Promise(() => {});
  });
}
