import { type TaskNode } from "@mojob/core/engine";
import { validateTask } from "@mojob/tasks";
import { issueText } from "@mojob/core/words";
import { type Finding, refusal, warning } from "../finding.ts";
import { type ExecutorRecord, isOffered, offersIn } from "@mojob/core/ports";
import type { SourceJob } from "../sources/source-job.ts";
import type { ImportLocale } from "../words/finding-words.ts";

type Work = SourceJob["work"];

export function isGraph({ work }: { readonly work?: unknown }): boolean {
  return typeof work === "object" && work !== null && "kind" in work && work.kind === "task";
}

/** The mistakes in the graph of a job, each with its place; none for other jobs. */
export function taskRefusals({ work }: SourceJob, locale: ImportLocale): readonly Finding[] {
  if (!isGraph({ work })) return [];
  return validateTask(work["body"]).issues.map((issue) =>
    refusal("task_refused", issue.pointer, { reason: `${issue.pointer} ${issueText(issue, locale)}` }),
  );
}

/** Nodes whose work no worker of the app runs now: their runs would wait. Code may come with the next deploy. */
export function nodesWithoutRunner(
  work: Work,
  app: string,
  executors: readonly Pick<ExecutorRecord, "app" | "runners" | "workKinds">[],
): readonly Finding[] {
  if (!isGraph({ work })) return [];
  const offers = executors.flatMap((executor) => (executor.app === app ? offersIn(executor) : []));
  const { nodes } = work["body"] as { readonly nodes: readonly TaskNode[] };
  return nodes.flatMap((node) => {
    const own = node.type === "job" && "work" in node.job ? node.job.work : null;
    if (own === null || own.kind === "code" || isOffered(own, offers)) return [];
    return [warning("node_no_runner", node.id, { node: node.id, app, kind: own.kind })];
  });
}
