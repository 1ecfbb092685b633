import type { ConditionChoice } from "./condition-choice.ts";
import type { ValueChoice } from "./value-choice.ts";

const NEED_FIELD: ReadonlySet<string> = new Set(["param", "variable", "task", "secret"]);

/** Whether a choice can be written as an expression already. */
export function isComplete({ source, take }: ValueChoice): boolean {
  if (take?.by === "pattern" && take.pattern === "") return false;
  if ("path" in source) return source.path !== "";
  if (!("field" in source)) return true;
  return source.field.length > 0 || !NEED_FIELD.has(source.kind);
}

export function isCompleteCondition({ rows }: ConditionChoice): boolean {
  return (
    rows.length > 0 &&
    rows.every((row) => isComplete(row.left) && (!("right" in row) || isComplete(row.right)))
  );
}
