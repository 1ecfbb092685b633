import { useMemo } from "react";
import type { BatchItems } from "../run/item-states.ts";
import { useShown } from "../run/shown-run.ts";
import { idOfPart, type NodeJson } from "../run/task-model.ts";
import { type CauseGroup, causeGroups, type FailedItem } from "./cause-groups.ts";
import { useFailedItems } from "./use-failed-items.ts";

/** The items of a node that failed, by cause. @param sought a part of their values in small letters; empty is all of them */
export function useCauseGroups(
  taskId: string,
  node: NodeJson,
  items: BatchItems,
  sought: string,
): readonly CauseGroup[] {
  const { source } = useShown();
  const failed = badItems(items).length;
  const read = useFailedItems(taskId, node, source === null ? failed : 0).data;
  return useMemo(() => {
    const wanted = badItems(items).filter((item) => valueText(items, item).toLowerCase().includes(sought));
    return causeGroups(
      wanted.map((item): FailedItem => {
        const name = items.runs[item] ?? null;
        const runId = name === null ? null : idOfPart(taskId, name);
        const inFile = source === null || runId === null ? undefined : source.runOf(runId)?.errorSummary;
        const error = inFile ?? read?.errors.get(runId ?? "") ?? null;
        const isRead = source !== null || runId === null || read?.isAll !== false || read.errors.has(runId);
        return { item, value: valueOf(items, item), runId, error, isRead };
      }),
    );
  }, [items, sought, read, source, taskId]);
}

/** The places of the items that failed. */
export function badItems({ states }: BatchItems): readonly number[] {
  return states.flatMap((state, item) => (state === "bad" ? [item] : []));
}

/** What an item is about: its own value, else what its run was given. */
function valueOf(items: BatchItems, item: number): unknown {
  return items.values[item] ?? items.given[item] ?? null;
}

export function valueText(items: BatchItems, item: number): string {
  const value = valueOf(items, item);
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
