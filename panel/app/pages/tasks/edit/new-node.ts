import { freshId } from "./add-node.ts";
import type { Body, NodeSource } from "./body.ts";

/** What a new node may be: a job is one that is stored, or has work of its own. */
export const NEW_NODES = [
  "work",
  "job",
  "condition",
  "wait",
  "approval",
  "task",
  "group",
  "batch",
  "loop",
] as const;
export type NewNodeKind = (typeof NEW_NODES)[number];

/** What is known of a new node besides its kind. */
export interface NewNodeOptions {
  /** Of the job or the workflow, where the kind names one. @default none is chosen yet */
  readonly key?: string;
  /** @default the suggested one */
  readonly id?: string;
}

/** Kinds that name a job of the store, which is chosen first. */
export function needsKey(kind: NewNodeKind): kind is "job" | "task" {
  return kind === "job" || kind === "task";
}

const DAY_MS = 86_400_000;
const WORK = { work: { kind: "code", handler: "handler" } };

const FRESH: Readonly<Record<NewNodeKind, NodeSource>> = {
  work: { type: "job", job: WORK },
  job: { type: "job" },
  condition: { type: "condition", branches: [{ name: "yes", when: "true" }], else: "no" },
  wait: { type: "wait", for: { ms: "60000" } },
  approval: { type: "approval", by: {}, timeoutMs: DAY_MS, onTimeout: "timeout" },
  task: { type: "task" },
  group: { type: "group" },
  batch: { type: "job", job: WORK, each: { items: "[]" } },
  loop: {
    type: "condition",
    branches: [{ name: "again", when: "($.VISIT ?? 0) < 3" }],
    else: "done",
    loop: { maxVisits: 10 },
  },
};

/** An id that no node has: of the key's last part, or of the kind. */
export function suggestedId(body: Body, kind: NewNodeKind, key = ""): string {
  const last = key.split(/[./:]/).at(-1) ?? "";
  const wanted = last.replaceAll(/[^\p{L}\p{N}_-]/gu, "-").slice(0, 60);
  return freshId(body, wanted === "" ? kind : wanted);
}

/** A node of a kind, which has no mistakes once its key is chosen. */
export function newNode(body: Body, kind: NewNodeKind, options: NewNodeOptions = {}): NodeSource {
  const { key = "", id = suggestedId(body, kind, key) } = options;
  const node = { id, ...FRESH[kind] };
  if (kind === "job") return { ...node, job: { key } };
  if (kind === "task") return { ...node, key };
  // A group has at least one node.
  return kind === "group" ? { ...node, nodes: [{ id: freshId(body, `${id}-1`), ...FRESH.wait }] } : node;
}
