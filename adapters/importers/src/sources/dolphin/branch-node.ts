import type { Branch, ConditionNode, Pre } from "@mojob/core/engine";
import { ofNode } from "../task/expression-text.ts";
import { type JsonRecord, textOf } from "../json-documents.ts";
import { codesOf, codeOf, recordOf, recordsOf } from "../task/codes.ts";
import { conditionText } from "./condition-text.ts";
import type { DolphinTask } from "./dolphin-task.ts";
import { type NodeContext, resolveIn } from "./script-job.ts";

/** Where a branch that no condition leads to is left. */
const OTHERWISE = "otherwise";

/** The branch of a task that leads to each of those after it. */
export type BranchesTo = ReadonlyMap<string, readonly string[]>;

type Choice = Pick<ConditionNode, "branches" | "else">;

/** A SWITCH: the first condition that holds leads on. */
export function switchChoice(task: DolphinTask, context: NodeContext): { choice: Choice; to: BranchesTo } {
  const result = recordOf(task.params["switchResult"]);
  const resolve = resolveIn(task, context);
  const to = new Map<string, string[]>();
  const lead = (codes: readonly string[], branch: string): void => {
    for (const code of codes) to.set(code, [...(to.get(code) ?? []), branch]);
  };
  const branches = recordsOf(result["dependTaskList"]).map(({ condition, nextNode }, index): Branch => {
    const name = `case-${index + 1}`;
    lead(codesOf(nextNode), name);
    const stated = textOf(condition) ?? "";
    const when = conditionText(stated, resolve);
    if (when === null)
      context.draft.leaveUnfinished("node_condition", `${task.name}.condition`, {
        node: task.name,
        found: stated,
        branch: name,
      });
    return { name, when: when ?? "false" };
  });
  lead(codesOf(result["nextNode"]), OTHERWISE);
  return { choice: { branches, else: OTHERWISE }, to };
}

/** A CONDITIONS: how the tasks before it ended leads on. */
export function conditionsChoice(
  task: DolphinTask,
  context: NodeContext,
): { choice: Choice; to: BranchesTo; looksAt: readonly string[] } {
  const looksAt = new Set<string>();
  const dependence = recordOf(task.params["dependence"]);
  const groups = recordsOf(dependence["dependTaskList"]).map((group) =>
    joined(
      group,
      recordsOf(group["dependItemList"]).flatMap(({ depTaskCode, status }) => {
        const code = codeOf(depTaskCode);
        if (code === null) return [];
        looksAt.add(code);
        const state = ofNode(context.draft.idOf(code), "STATUS");
        return status === "FAILURE"
          ? [`${state} in ['Failed', 'Cancelled', 'Blocked']`]
          : [`${state} == 'Succeeded'`];
      }),
    ),
  );
  const when = joined(dependence, groups.filter(Boolean));
  const result = recordOf(task.params["conditionResult"]);
  const to = new Map<string, string[]>();
  for (const [field, branch] of [
    ["successNode", "success"],
    ["failedNode", "failure"],
  ] as const)
    for (const code of codesOf(result[field])) to.set(code, [...(to.get(code) ?? []), branch]);
  const branches = [{ name: "success", when: when === "" ? "true" : when }];
  return { choice: { branches, else: "failure" }, to, looksAt: [...looksAt] };
}

function joined({ relation }: JsonRecord, parts: readonly string[]): string {
  return parts.map((part) => `(${part})`).join(relation === "OR" ? " || " : " && ");
}

/** The ways from a task that chooses to one after it. */
export function preFrom(node: string, branches: readonly string[] | undefined): readonly Pre[] {
  return (branches ?? [OTHERWISE]).map((branch) => ({ node, branch }));
}
