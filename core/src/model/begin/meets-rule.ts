import type { ExecutorRule } from "../option/value/executor-rule.ts";
import type { WorkerFacts } from "./situation.ts";
import { isAtLeast } from "./version-order.ts";

/** Whether an executor has the version and the labels that a job asks for. One that states no version has none. */
export function meetsRule(
  { version, labels = {} }: Pick<WorkerFacts, "version" | "labels">,
  rule: ExecutorRule,
): boolean {
  if (rule.minVersion !== "" && (version === undefined || !isAtLeast(version, rule.minVersion))) return false;
  return Object.entries(rule.labels).every(
    ([name, text]) => Object.hasOwn(labels, name) && labels[name] === text,
  );
}
