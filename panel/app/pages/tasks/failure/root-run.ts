import { batchItems } from "../run/item-states.ts";
import type { FactJson } from "../run/task-fact.ts";
import { givenTo, idOfPart, type NodeJson } from "../run/task-model.ts";

/** The run whose error is the cause of a failure. */
export interface RootRun {
  /** `null` where the node had none. */
  readonly runId: string | null;
  /** Of a batch: the first item that failed. */
  readonly item: number | null;
  /** What that item is about; `undefined` where it is none. */
  readonly value: unknown;
  /** What the run was given. */
  readonly injected: unknown;
}

/** The run of a node that failed; of a batch that of its first item that did. */
export function rootRun(taskId: string, node: NodeJson, facts: readonly FactJson[]): RootRun {
  const items = node.items === null ? null : batchItems(facts, node.id);
  const item = items?.states.indexOf("bad") ?? -1;
  if (items === null || item === -1)
    return { runId: node.runId, item: null, value: undefined, injected: givenTo(facts, node.id) };
  const name = items.runs[item] ?? null;
  return {
    runId: name === null ? null : idOfPart(taskId, name),
    item,
    value: items.values[item],
    injected: items.given[item] ?? null,
  };
}
