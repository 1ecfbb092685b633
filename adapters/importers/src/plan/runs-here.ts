import { isMoJobError, type MoJobError } from "@mojob/core";
import { declareJob, parseJobWork } from "@mojob/core/engine";
import { type ExecutorRecord, isOffered, type JobWork, offeredNames, offersIn } from "@mojob/core/ports";
import { issueText } from "@mojob/core/words";
import { XXL_KIND } from "@mojob/xxl-gateway/work";
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
    offersIn(executor).some(({ kind, names }) => kind === XXL_KIND && names?.includes(appName) === true),
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
    return [refusal("job_refused", null, { reason: mistakesOf(error, locale) ?? error.message })];
  }
  const offers = executors.flatMap((executor) => (executor.app === app ? offersIn(executor) : []));
  if (work.kind === "code" || isOffered(work, offers)) return [];
  const names = offers.flatMap((offer) => (offer.kind === work.kind ? (offer.names ?? []) : []));
  const wanted = offeredNames(work);
  const name = wanted.find((one) => !names.includes(one)) ?? wanted[0] ?? null;
  if (work.kind !== XXL_KIND || name === null)
    return names.length === 0 || name === null
      ? [refusal("no_runner", "work", { app, kind: work.kind })]
      : [refusal("not_offered", "work", { app, name, names: listed(names) })];
  return names.length === 0
    ? [refusal("no_executors", "appName", { app, name })]
    : [refusal("other_executors", "appName", { app, name, names: listed(names) })];
}

/** The mistakes of a request in a language; `null` where an error names none. */
export function mistakesOf({ issues }: MoJobError, locale: ImportLocale): string | null {
  const texts = issues.map((issue) => `${issue.pointer} ${issueText(issue, locale)}`);
  return texts.length === 0 ? null : texts.join("; ");
}

function listed(names: readonly string[]): string {
  return [...new Set(names)].toSorted().join(", ");
}
