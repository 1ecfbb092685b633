import type { ApiAnswer } from "../../../api/call-api.ts";
import type { BodyNode } from "../graph/body-node.ts";
import type { FactJson } from "./task-fact.ts";

export type TaskJson = ApiAnswer<"getTask">["task"];
export type NodeJson = TaskJson["nodes"][number];

/** The visit that a node is in: the last number, of the innermost loop; `null` where it is in none. */
export function visitNumber({ visit }: Pick<NodeJson, "visit">): number | null {
  return visit === "" ? null : Number(visit.slice(visit.lastIndexOf(".") + 1));
}

/** A run that a node had. */
export interface NodeRun {
  /** Its name in the task, as `count~2:7+1`. */
  readonly name: string;
  readonly at: string;
}

/** The longest name of a task's run of which the ids of its parts are made as they are read here; else they are a hash. */
const MOST_WHOLE = 200;

/** The runs of a node as far as facts say them, newest first; of a batch those of its items. */
export function runsOfNode(facts: readonly FactJson[], id: string): readonly NodeRun[] {
  return facts
    .flatMap((fact): readonly NodeRun[] => {
      if (!("node" in fact) || fact.node !== id) return [];
      const { visit, at } = fact;
      const name = visit === "" ? id : `${id}~${visit}`;
      if (fact.type === "started" && fact.n !== null) return [{ name: withNumber(name, fact.n), at }];
      if (fact.type !== "itemsStarted") return [];
      return fact.items.map(({ item, n }) => ({ name: withNumber(`${name}:${item}`, n), at }));
    })
    .toReversed();
}

function withNumber(name: string, n: number): string {
  return n === 0 ? name : `${name}+${n}`;
}

/** The id of the run with that name; `null` where it cannot be said. */
export function idOfPart(taskId: string, name: string): string | null {
  return taskId.length + name.length > MOST_WHOLE ? null : `~${taskId}/#${name}`;
}

/** The arguments of a node when its latest run began. */
export function givenTo(facts: readonly FactJson[], id: string): unknown {
  const fact = facts.findLast((one) => one.type === "started" && one.node === id);
  return fact?.type === "started" && Object.keys(fact.injected).length > 0 ? fact.injected : null;
}

/** The message that came with a node's latest decision. */
export function messageOf(facts: readonly FactJson[], id: string): string | null {
  const fact = facts.findLast((one) => one.type === "decided" && one.node === id);
  return fact?.type === "decided" ? (fact.message ?? null) : null;
}

/** A node's name for people. */
export function nodeName(nodes: readonly BodyNode[], id: string): string {
  return nodes.find((node) => node.id === id)?.title ?? id;
}
