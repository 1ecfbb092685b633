import type { FactJson } from "../run/task-fact.ts";
import { givenTo } from "../run/task-model.ts";
import type { HistoryRun, TaskHistoryJson } from "../views/use-task-history.ts";

/** A node in two runs. */
export interface ComparedNode {
  readonly id: string;
  readonly states: readonly [HistoryRun["states"][number], HistoryRun["states"][number]];
  readonly ms: readonly [number | null, number | null];
  /** What it was given, where that differs. */
  readonly given: readonly [unknown, unknown] | null;
  /** Its state or what it was given. */
  readonly isDifferent: boolean;
}

/** The nodes of two runs beside each other. */
export function compareRuns(
  { nodes }: Pick<TaskHistoryJson, "nodes">,
  [one, other]: readonly [HistoryRun, HistoryRun],
  [factsOfOne, factsOfOther]: readonly [readonly FactJson[], readonly FactJson[]],
): readonly ComparedNode[] {
  return nodes.map((id, place) => {
    const states = [one.states[place] ?? null, other.states[place] ?? null] as const;
    const values = [givenTo(factsOfOne, id), givenTo(factsOfOther, id)] as const;
    const isSame = JSON.stringify(values[0]) === JSON.stringify(values[1]);
    return {
      id,
      states,
      ms: [one.ms[place] ?? null, other.ms[place] ?? null],
      given: isSame ? null : values,
      isDifferent: states[0] !== states[1] || !isSame,
    };
  });
}
