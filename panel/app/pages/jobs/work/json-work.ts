import type { Worker } from "../../../api/operations.generated.ts";

/** How work begins that is written as JSON. */
const TEMPLATES = {
  http: { kind: "http", method: "POST", url: "https://", headers: {}, body: null, success: null },
  command: { kind: "command", argv: [""] },
  notice: { kind: "notice", service: "webhook", url: "https://" },
  file: { kind: "file", do: "read", from: "" },
  sql: { kind: "sql", connection: "", statement: "" },
  condition: { kind: "condition", branches: [{ name: "yes", when: "" }], else: "no" },
  wait: { kind: "wait", for: { ms: "60000" } },
  transfer: { kind: "transfer", do: "download", connection: "", from: "", to: "" },
  xxl: { kind: "xxl", handler: "" },
  // Where there are no nodes the editor offers shapes.
  task: { kind: "task", body: { engine: 1, nodes: [] } },
} as const;
export type JsonWorkKind = keyof typeof TEMPLATES;

const KINDS = Object.keys(TEMPLATES) as readonly JsonWorkKind[];

/** `null` for work with a form of its own. */
export function jsonWorkKind(kind: unknown): JsonWorkKind | null {
  return KINDS.find((known) => known === kind) ?? null;
}

/** All there are, in the order they are offered. */
export const JSON_WORK_KINDS: readonly JsonWorkKind[] = KINDS;

/** The kinds of work that every worker runs. */
const OF_EVERY_WORKER: ReadonlySet<JsonWorkKind> = new Set(["task", "condition", "wait"]);

/** Those that a worker runs only where a variable says so. */
export type SwitchedKind = Exclude<JsonWorkKind, "task" | "condition" | "wait">;

/** The kinds of work that no worker runs. */
export function absentWorkKinds(workers: readonly Worker[]): readonly SwitchedKind[] {
  return KINDS.filter((known): known is SwitchedKind => {
    const isRun = workers.some(({ runners }) => runners.some(({ kind }) => kind === known));
    return !isRun && !OF_EVERY_WORKER.has(known);
  });
}

export function workTemplate(kind: JsonWorkKind): string {
  return JSON.stringify(TEMPLATES[kind], null, 2);
}
