const OPERATIONS = [
  "pause",
  "resume",
  "giveUp",
  "cancel",
  "migrate",
  "retryNode",
  "runNode",
  "skipNode",
  "markNode",
  "signal",
  "approve",
] as const;

export interface TaskAct {
  /** `edit` gave a value another one. */
  readonly operation: (typeof OPERATIONS)[number] | "edit";
  readonly node: string;
  /** What was written to it. */
  readonly note: string | null;
}

/** The note of an act on a workflow's run: the operation, its node and what was written to it, as `retryNode train: Now`. */
const NOTE = /^(?<operation>[A-Za-z]+)(?: (?<node>[^\s:]+))?(?:: (?<note>.*))?$/su;

export interface NotedAct {
  readonly kind: string;
  readonly note: string | null;
  readonly changes: readonly unknown[];
}

/** What was done to a run of a workflow; `null` where the act is something else, or its note says nothing of it. */
export function taskAct({ kind, note, changes }: NotedAct): TaskAct | null {
  if (kind !== "operate_task") return null;
  if (changes.length > 0) return { operation: "edit", node: "", note };
  const { operation: named, node = "", note: written = null } = NOTE.exec(note ?? "")?.groups ?? {};
  const operation = OPERATIONS.find((one) => one === named);
  return operation === undefined ? null : { operation, node, note: written };
}
