import { isMoJobError } from "@mojob/core";
import { declareJob, parseJobWork } from "@mojob/core/engine";
import { type ExecutorRecord, isOffered, type JobWork, offersIn } from "@mojob/core/ports";
import { issueText } from "@mojob/core/words";
import { type Finding, refusal } from "../finding.ts";
import type { ImportLocale } from "../words/finding-words.ts";
import type { PlannedRequest } from "./plan-import.ts";

type Executor = Pick<ExecutorRecord, "app" | "runners" | "workKinds">;

/**
 * The app whose workers reach the executors of an app name of XXL-JOB: one process reaches those of many, and its jobs belong to
 * its own app. `null` where no worker does, or the app of that name has such workers itself.
 */
export function appOfExecutors(executors: readonly Executor[], appName: string): string | null {
  const reaching = executors.filter((executor) =>
    offersIn(executor).some(({ kind, names }) => kind === "xxl" && names?.includes(appName) === true),
  );
  return reaching.some(({ app }) => app === appName) ? null : (reaching[0]?.app ?? null);
}

/** Why the job could not be made now; nothing where it could. */
export function refusalsOf(
  { key, app, kind, options, work: stated }: PlannedRequest,
  executors: readonly Executor[],
  locale: ImportLocale,
): readonly Finding[] {
  let work: JobWork;
  try {
    declareJob({ key, kind, options, argsSchema: null });
    work = parseJobWork(stated, `import job "${key}"`);
  } catch (error) {
    if (!isMoJobError(error)) throw error;
    const reasons = error.issues.map((issue) => `${issue.pointer} ${issueText(issue, locale)}`);
    return [
      refusal("job_refused", null, { reason: reasons.length > 0 ? reasons.join("; ") : error.message }),
    ];
  }
  const offers = executors.flatMap((executor) => (executor.app === app ? offersIn(executor) : []));
  return work.kind === "code" || isOffered(work, offers)
    ? []
    : [refusal("no_runner", "work", { app, kind: work.kind })];
}
