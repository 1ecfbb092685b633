import type { InputIssue } from "@mojob/core/engine";
import { type UsedScheduler } from "../../route/used-scheduler.ts";
import { type InputIssueJson, issueJson } from "../../schema/issue.ts";

export interface WarningsJson {
  readonly warnings?: readonly InputIssueJson[];
}

/** The warnings about the graph of a task that was saved, as a member of the response; none where there are none, and for other work. */
export async function bodyWarnings(
  scheduler: UsedScheduler<"tasks.validate">,
  key: string,
  body: unknown,
): Promise<WarningsJson> {
  if (body === undefined) return {};
  const { warnings } = await scheduler.tasks.validate(body, key);
  return warningsJson(warnings);
}

function warningsJson(warnings: readonly InputIssue[]): WarningsJson {
  return warnings.length === 0 ? {} : { warnings: warnings.map(issueJson) };
}
