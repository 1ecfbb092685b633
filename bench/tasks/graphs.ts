import { defineTriggeredJob, type JobRegistration, type MoJobScheduler } from "@mojob/core";
import type { JsonObject } from "@mojob/core/ports";

/** Jobs in a row. */
export const CHAIN = 40;

/** Nodes of the wide graph: in rows, each after three of the row before. */
export const WIDE = 2000;
const ROW = 50;

/** What each node executes. */
export const NOOP = "bench.noop";

export const JOBS: readonly JobRegistration[] = [
  defineTriggeredJob({ key: NOOP, maxConcurrency: null, execute: () => null }),
];

function node(id: string, ...pre: readonly string[]): JsonObject {
  return { id, type: "job", job: { key: NOOP }, pre: pre.map((one) => ({ node: one })) };
}

function wideNode(index: number): JsonObject {
  const row = Math.floor(index / ROW) - 1;
  const before = row < 0 ? [] : [0, 1, 2].map((step) => row * ROW + ((index + step) % ROW));
  return node(`n${index}`, ...before.map((one) => `n${one}`));
}

/** By the keys of their tasks. */
export const GRAPHS: Readonly<Record<string, readonly JsonObject[]>> = {
  "bench.chain": Array.from({ length: CHAIN }, (_, index) =>
    index === 0 ? node("n0") : node(`n${index}`, `n${index - 1}`),
  ),
  "bench.diamond": [node("a"), node("b", "a"), node("c", "a"), node("d", "a"), node("e", "b", "c", "d")],
  "bench.wide": Array.from({ length: WIDE }, (_, index) => wideNode(index)),
  "bench.wait": [{ id: "rest", type: "wait", for: { ms: "3600000" } }, node("last", "rest")],
  "bench.batch": [{ ...node("each"), each: { items: "$.TASK.PARAMS.items" } }],
};

/** Makes a task of each graph. */
export async function createGraphs(scheduler: MoJobScheduler): Promise<void> {
  for (const [key, nodes] of Object.entries(GRAPHS)) {
    const work = { kind: "task", body: { engine: 1, nodes: [...nodes] } } as const;
    await scheduler.jobs.create({
      key,
      app: "bench",
      kind: "triggered",
      options: { maxConcurrency: null },
      work,
    });
  }
}

/** Triggers a job and waits for the end of its run. */
export async function runToEnd(
  scheduler: MoJobScheduler,
  key: string,
  args: JsonObject | null = null,
): Promise<void> {
  const { id } = await scheduler.trigger(key, args);
  await scheduler.ended(id, { timeoutMs: 120_000 });
}

/** Arguments of "bench.batch" with so many items. */
export function items(count: number): JsonObject {
  return { items: Array.from({ length: count }, (_, index) => index) };
}
