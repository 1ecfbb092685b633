import type { JsonObject } from "@mojob/core/ports";

/** A task of the harness: its nodes run its other jobs. */
export const CHAOS_TASK = "graph";

const job = (id: string, key: string, ...pre: readonly string[]): JsonObject => ({
  id,
  type: "job",
  job: { key },
  pre: pre.map((node) => ({ node, on: "ended" })),
});

/** A batch, a task of its own for each of three items, a wait, a job that is often full, and a loop around one. */
export const CHAOS_TASK_BODY: JsonObject = {
  engine: 1,
  nodes: [
    job("first", "mail"),
    { ...job("each", "mail", "first"), each: { items: "[1, 2, 3, 4]" } },
    {
      id: "box",
      type: "group",
      pre: [{ node: "first", on: "ended" }],
      each: { items: "['x', 'y', 'z']", maxParallel: 2 },
      nodes: [job("one", "mail"), job("two", "mail", "one")],
    },
    { id: "rest", type: "wait", for: { ms: "700" }, pre: [{ node: "each", on: "ended" }] },
    job("full", "pair", "rest", "box"),
    {
      id: "more",
      type: "condition",
      pre: [
        { node: "full", on: "ended" },
        { node: "again", on: "ended" },
      ],
      branches: [{ name: "yes", when: "$.VISIT < 3" }],
      else: "no",
      loop: { maxVisits: 5 },
    },
    { ...job("again", "mail"), pre: [{ node: "more", branch: "yes" }] },
    { ...job("last", "mail"), pre: [{ node: "more", branch: "no" }] },
  ],
};

/** Whether a run is of the task, or of a group within it. */
export function isTaskRun({ jobKey }: { readonly jobKey: string }): boolean {
  return jobKey === CHAOS_TASK || jobKey.startsWith(`${CHAOS_TASK}#`);
}
