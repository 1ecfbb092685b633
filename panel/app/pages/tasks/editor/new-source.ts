import { freshId } from "../edit/add-node.ts";
import { type Body, findNode, isObject, itemsOf, listsOf, type NodeSource, type Way } from "../edit/body.ts";
import { preOf } from "../edit/ways.ts";

/** What the palette has. */
export const PALETTE = [
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
export type PaletteKind = (typeof PALETTE)[number];

/** Kinds that name a job of the store, which is chosen first. */
export function needsKey(kind: PaletteKind): kind is "job" | "task" {
  return kind === "job" || kind === "task";
}

const DAY_MS = 86_400_000;
const WORK = { work: { kind: "code", handler: "handler" } };

const FRESH: Readonly<Record<PaletteKind, NodeSource>> = {
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

/** A node of a kind, with an id that is free. @param key of the job or workflow, where the kind names one */
export function newSource(body: Body, kind: PaletteKind, key = ""): NodeSource {
  const last = (key.split(/[./:]/).at(-1) ?? "").replaceAll(/[^\p{L}\p{N}_-]/gu, "-").slice(0, 60);
  const id = freshId(body, last === "" ? kind : last);
  if (kind === "job") return { id, ...FRESH.job, job: { key } };
  if (kind === "task") return { id, ...FRESH.task, key };
  // A group has at least one node.
  if (kind === "group")
    return { id, ...FRESH.group, nodes: [{ id: freshId(body, `${id}-1`), ...FRESH.wait }] };
  return { id, ...FRESH[kind] };
}

const OF_APPROVALS = ["approved", "refused", "timeout"];

/** The branches that lead on from a node; none from most. */
export function branchesOf(node: NodeSource | undefined): readonly string[] {
  if (node?.["type"] === "approval") return OF_APPROVALS;
  if (node?.["type"] !== "condition") return [];
  const names = itemsOf(node["branches"]).map((branch) => (isObject(branch) ? branch["name"] : undefined));
  return [...names, node["else"]].filter((name): name is string => typeof name === "string");
}

/** How a node follows another unless somebody says otherwise: by the first branch that leads nowhere yet. */
export function usualWay(body: Body, from: string): Way {
  const branches = branchesOf(findNode(body, from));
  const taken = new Set(
    listsOf(body).flatMap(({ items }) =>
      items
        .flatMap(preOf)
        .filter(isObject)
        .filter((way) => way["node"] === from)
        .map((way) => way["branch"]),
    ),
  );
  const branch = branches.find((name) => !taken.has(name)) ?? branches[0];
  return branch === undefined ? {} : { branch };
}

/** All conditions under which a node may follow another. */
export function waysFrom(node: NodeSource | undefined): readonly Way[] {
  const branches = branchesOf(node).map((branch) => ({ branch }));
  return [...branches, {}, { on: "failed" }, { on: "ended" }];
}
