import { addNode, freshId } from "../edit/add-node.ts";
import type { Body, NodeSource } from "../edit/body.ts";

/** What a new node may be: a job is one that is stored, or has work of its own. */
export const NEW_NODES = ["job", "work", "task", "condition", "wait", "approval", "group"] as const;
export type NewNodeKind = (typeof NEW_NODES)[number];

/** A node as the dialog puts it together. */
export interface NewNode {
  readonly kind: NewNodeKind;
  /** Of a job or a workflow. */
  readonly key: string;
  readonly id: string;
  /** The node that it follows; empty for none. */
  readonly after: string;
  /** Of the node that it follows; empty for any. */
  readonly branch: string;
}

const DAY_MS = 86_400_000;

/** The members that a kind of node begins with. */
const FRESH: Readonly<Record<NewNodeKind, Body>> = {
  job: { type: "job", job: { key: "" } },
  work: { type: "job", job: { work: { kind: "code", handler: "" } } },
  task: { type: "task", key: "" },
  condition: { type: "condition", branches: [{ name: "yes", when: "" }], else: "no" },
  wait: { type: "wait", for: { ms: "60000" } },
  approval: { type: "approval", by: {}, timeoutMs: DAY_MS, onTimeout: "timeout" },
  group: { type: "group" },
};

/** An id that no node has: of the key's last part, or of the kind. */
export function suggestedId(body: Body, kind: NewNodeKind, key: string): string {
  const last = key.split(/[./:]/).at(-1) ?? "";
  const wanted = last.replaceAll(/[^\p{L}\p{N}_-]/gu, "-").slice(0, 60);
  return freshId(body, wanted === "" ? kind : wanted);
}

/** The body with one more node, in the list of the node that it follows. */
export function withNewNode(body: Body, node: NewNode): Body {
  const { after, branch } = node;
  const way = { node: after, ...(branch !== "" && { branch }) };
  return addNode(body, sourceOf(body, node), after === "" ? {} : { after: way });
}

function sourceOf(body: Body, { kind, key, id }: NewNode): NodeSource {
  const members = { id, ...FRESH[kind] };
  if (kind === "job") return { ...members, job: { key } };
  if (kind === "task") return { ...members, key };
  // A group has at least one node, which has an id of its own.
  return kind === "group"
    ? { ...members, nodes: [{ id: freshId(body, `${id}-1`), ...FRESH.wait }] }
    : members;
}
