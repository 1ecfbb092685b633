import { flatNodes, readBodyNodes } from "../graph/body-node.ts";
import { itemsOf, type JsonMembers, membersOf, withValueAt } from "./member-edit.ts";

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
const FRESH: Readonly<Record<NewNodeKind, JsonMembers>> = {
  job: { type: "job", job: { key: "" } },
  work: { type: "job", job: { work: { kind: "code", handler: "" } } },
  task: { type: "task", key: "" },
  condition: { type: "condition", branches: [{ name: "yes", when: "" }], else: "no" },
  wait: { type: "wait", for: { ms: "60000" } },
  approval: { type: "approval", by: {}, timeoutMs: DAY_MS, onTimeout: "timeout" },
  group: { type: "group", nodes: [{ id: "", type: "wait", for: { ms: "60000" } }] },
};

/** An id that no node has: of the key's last part, or of the kind. */
export function suggestedId(body: unknown, kind: NewNodeKind, key: string): string {
  const last = key.split(/[./:]/).at(-1) ?? "";
  const wanted = last.replaceAll(/[^\p{L}\p{N}_-]/gu, "-").slice(0, 60);
  return freeId(body, wanted === "" ? kind : wanted);
}

function freeId(body: unknown, wanted: string): string {
  const taken = new Set(flatNodes(readBodyNodes(body)).map(({ id }) => id));
  let id = wanted;
  for (let number = 2; taken.has(id); number += 1) id = `${wanted}-${number}`;
  return id;
}

/** The body with one more node, at the end of the list that the node before it is in. */
export function withNewNode(body: JsonMembers, node: NewNode): JsonMembers {
  const list = listOf(body, node.after);
  const nodes = itemsOf(list === "" ? body["nodes"] : nodesAt(body, list));
  return membersOf(withValueAt(body, `${list}/nodes`, [...nodes, sourceOf(body, node)]));
}

function sourceOf(body: JsonMembers, { kind, key, id, after, branch }: NewNode): JsonMembers {
  const members = { id, ...FRESH[kind] };
  const pre = { ...(after !== "" && { pre: [{ node: after, ...(branch !== "" && { branch }) }] }) };
  if (kind === "job") return { ...members, job: { key }, ...pre };
  if (kind === "task") return { ...members, key, ...pre };
  // A group has at least one node, which has an id of its own.
  if (kind === "group")
    return {
      ...members,
      nodes: [{ id: freeId(body, `${id}-1`), type: "wait", for: { ms: "60000" } }],
      ...pre,
    };
  return { ...members, ...pre };
}

/** The pointer to the group that a node is in; empty for the workflow itself. */
function listOf(body: unknown, id: string): string {
  const found = flatNodes(readBodyNodes(body)).find((node) => node.id === id);
  return found === undefined ? "" : found.pointer.replace(/\/nodes\/\d+$/, "");
}

function nodesAt(body: unknown, pointer: string): unknown {
  return flatNodes(readBodyNodes(body)).find((node) => node.pointer === pointer)?.source["nodes"];
}
