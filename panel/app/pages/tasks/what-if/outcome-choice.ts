import type { ApiRequest } from "../../../api/call-api.ts";
import type { BodyNode } from "../graph/body-node.ts";
import { membersOf } from "../inspector/member-edit.ts";

type Outcomes = NonNullable<ApiRequest<"simulateTask">["body"]["outcomes"]>;
type Outcome = Exclude<Outcomes[string], readonly unknown[]>;

/** How a node is to end, as it is chosen: `branch:` stands before the name of a branch. */
export type OutcomeName = "Succeeded" | "Failed" | "Skipped" | "allBranches" | "items" | `branch:${string}`;

export interface OutcomeChoice {
  readonly name: OutcomeName;
  /** Of a batch: how many there are; `null` for as many as its expression says. */
  readonly items: number | null;
  /** Of a batch: how many of them fail. */
  readonly failed: number;
}

/** By the ids of nodes: one for each visit, of which the last holds for those that follow. */
export type OutcomeChoices = ReadonlyMap<string, readonly OutcomeChoice[]>;

const RUN_ENDS = ["Succeeded", "Failed", "Skipped"] as const;
/** The ways out of an approval. */
const DECISIONS = ["branch:approved", "branch:refused", "branch:timeout"] as const;

/** How a node may end. */
export function outcomeNames({ type, source, branches, isBatch }: BodyNode): readonly OutcomeName[] {
  switch (type) {
    case "condition":
      return [
        ...branches.map((name): OutcomeName => `branch:${name}`),
        ...(source["all"] === true && branches.length > 1 ? (["allBranches"] as const) : []),
        "Failed",
        "Skipped",
      ];
    case "approval":
      return [...DECISIONS, "Skipped"];
    case "wait": {
      const waitsFor = membersOf(source["for"]);
      const mayFail = Object.hasOwn(waitsFor, "signal") || Object.hasOwn(waitsFor, "check");
      return mayFail ? RUN_ENDS : ["Succeeded", "Skipped"];
    }
    case "group":
      return isBatch ? [...RUN_ENDS, "items"] : ["Skipped"];
    case "job":
    case "task":
      return isBatch ? [...RUN_ENDS, "items"] : RUN_ENDS;
  }
}

/** Whether a batch runs for items whose number an outcome may say: sets of values are as many as they are. */
export function hasOpenItems({ source }: BodyNode): boolean {
  return !Object.hasOwn(membersOf(source["each"]), "sets");
}

/** The outcomes as the API takes them: those of nodes that were taken away, or are of another kind by now, are left out. */
export function statedOutcomes(all: readonly BodyNode[], choices: OutcomeChoices): Outcomes {
  const stated = all.flatMap((node): readonly (readonly [string, Outcomes[string]])[] => {
    const names = outcomeNames(node);
    const kept = (choices.get(node.id) ?? []).filter(({ name }) => names.includes(name));
    const [first, ...others] = kept.map((choice) => toOutcome(node, choice));
    if (first === undefined) return [];
    return [[node.id, others.length === 0 ? first : [first, ...others]]];
  });
  return Object.fromEntries(stated);
}

function toOutcome(node: BodyNode, { name, items, failed }: OutcomeChoice): Outcome {
  if (name === "items") return { ...(items !== null && hasOpenItems(node) && { items }), failed };
  if (name === "allBranches") return { branch: node.branches };
  if (name === "Succeeded" || name === "Failed" || name === "Skipped") return name;
  return { branch: name.slice("branch:".length) };
}
