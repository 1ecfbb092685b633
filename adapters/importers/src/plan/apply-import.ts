import { isMoJobError, JobKind, type JobDefinition, type MoJobScheduler } from "@mojob/core";
import { freeKey } from "../sources/adapt-key.ts";
import { FindingLevel } from "../finding.ts";
import { findingText, ImportLocale } from "../words/finding-words.ts";
import { acyclicChildren, childrenFirst } from "./acyclic-children.ts";
import type { ImportRequest } from "./import-request.ts";
import { IMPORT_LABEL, type PlannedJob, type PlannedRequest, planInSteps } from "./plan-import.ts";
import { appOfExecutors, mistakesOf } from "./runs-here.ts";
import { takeTurns } from "./take-turns.ts";
import { withKeysWithin } from "./task-keys.ts";
import { Clash, keysThere, meet, readStandingJobs, type StandingJobs } from "./standing-jobs.ts";

/** How to treat a planned job whose key is taken. */
export const OnClash = {
  /** The job that is there stays. */
  Skip: "skip",
  /** The job that is there takes the options, work and arguments of the source, unless it fires. */
  Replace: "replace",
  /** The job is made under the key with a number. */
  Rename: "rename",
} as const;
export type OnClash = (typeof OnClash)[keyof typeof OnClash];

export interface ImportChoice {
  readonly id: string;
  /** @default "skip" */
  readonly onClash?: OnClash | undefined;
}

export interface ApplyRequest extends ImportRequest {
  /** The jobs that are imported, by their ids. @default all, and what is there stays */
  readonly choices?: readonly ImportChoice[];
}

/** The outcome for one job. */
export interface ImportResult {
  readonly id: string;
  /** The key of the job that is there now; the planned one where there is none. */
  readonly key: string;
  readonly outcome: "created" | "replaced" | "unchanged" | "skipped" | "failed";
  /** Why it failed, or what it was made without. */
  readonly message: string | null;
}

interface JobWriter {
  readonly jobs: Pick<MoJobScheduler["jobs"], "list" | "create" | "update">;
}

/**
 * Imports jobs, each in one write: it is there as a whole or not at all, and recurring ones are paused. The same request again
 * changes nothing.
 * @throws ImportMistake where the source as a whole cannot be read
 */
export async function applyImport(
  scheduler: Pick<MoJobScheduler, "workers"> & JobWriter,
  request: ApplyRequest,
): Promise<readonly ImportResult[]> {
  const executors = await scheduler.workers();
  const appOf = (appName: string): string | null => appOfExecutors(executors, appName);
  const { jobs } = await takeTurns(planInSteps(request, appOf));
  const choices =
    request.choices && new Map(request.choices.map((choice) => [choice.id, choice.onClash ?? OnClash.Skip]));
  const chosen = jobs.filter(({ source }) => choices?.has(source.id) ?? true);
  const standing = await readStandingJobs(scheduler.jobs);
  const keys = keysThere(jobs, standing);
  const isThere = (key: string): boolean => standing.byKey.has(key);
  const results = new Map<string, ImportResult>();
  const locale = request.locale ?? ImportLocale.English;
  const first = acyclicChildren(
    jobs.map(({ source }) => source),
    ({ children, within = [] }) => [...children, ...within],
  );
  const ordered = childrenFirst(
    chosen.map((planned) => ({
      id: planned.source.id,
      children: first.get(planned.source.id) ?? [],
      planned,
    })),
  );
  for (const { id, planned } of ordered) {
    const onClash = choices?.get(id) ?? OnClash.Skip;
    const children = planned.children.map((child) => keys.get(child) ?? child);
    const lost = children.filter((child) => !isThere(child));
    const made = withKeysWithin(withChildren(planned, children.filter(isThere)), keys);
    const result = await importJob(scheduler, made, { onClash, standing, locale });
    const isWithout = lost.length > 0 && (result.outcome === "created" || result.outcome === "replaced");
    const message = isWithout
      ? findingText("child_left_out", { children: lost.join(", ") }, locale)
      : result.message;
    keys.set(id, result.key);
    results.set(id, { id, ...result, message });
  }
  return chosen.flatMap(({ source }) => results.get(source.id) ?? []);
}

function withChildren(planned: PlannedJob, keys: readonly string[]): PlannedJob {
  if (planned.request === null || planned.children.length === 0) return planned;
  const children = keys.map((job) => ({ job, on: "success" }));
  const { request } = planned;
  return { ...planned, request: { ...request, options: { ...request.options, children } } };
}

interface ImportContext {
  readonly onClash: OnClash;
  readonly standing: StandingJobs;
  readonly locale: ImportLocale;
}

type Outcome = Omit<ImportResult, "id">;

async function importJob(
  { jobs }: JobWriter,
  planned: PlannedJob,
  { onClash, standing, locale }: ImportContext,
): Promise<Outcome> {
  const { request } = planned;
  const failed = (message: string, key = planned.key): Outcome => ({ key, outcome: "failed", message });
  if (request === null) {
    const error = planned.findings.find(({ level }) => level === FindingLevel.Error);
    return failed(error === undefined ? "" : findingText(error.code, error.parameters, locale));
  }
  const { clash, definition } = meet(planned, standing);
  try {
    if (definition !== null && clash !== Clash.None) {
      const { key } = definition;
      if (clash === Clash.Same) return { key, outcome: "unchanged", message: null };
      if (onClash === OnClash.Replace) {
        const refusal = refusalOf(definition, request);
        if (refusal !== null) return failed(findingText(refusal, {}, locale), key);
        await jobs.update(key, patchOf(definition, request), definition.revision);
        return { key, outcome: "replaced", message: null };
      }
      if (onClash === OnClash.Skip || clash === Clash.Changed)
        return { key, outcome: "skipped", message: null };
    }
    const key = freeKey(planned.key, (wanted) => standing.byKey.has(wanted));
    const created = await jobs.create({ ...request, key, isImported: true });
    standing.byKey.set(key, created.definition);
    standing.byMark.set(planned.mark, created.definition);
    return { key, outcome: "created", message: null };
  } catch (error) {
    if (isMoJobError(error)) return failed(mistakesOf(error, locale) ?? error.message);
    throw error;
  }
}

/** A job that fires would go live with its new schedule at once. */
function refusalOf(
  { kind, app, pause, options }: JobDefinition,
  request: PlannedRequest,
): "replace_kind" | "replace_running" | null {
  if (kind !== request.kind || app !== request.app) return "replace_kind";
  const isHeld = options.disabled || (pause !== null && pause.until === null);
  return kind === JobKind.Recurring && !isHeld ? "replace_running" : null;
}

function patchOf(definition: JobDefinition, { options, work, args }: PlannedRequest): unknown {
  const labels = { ...definition.options.labels, ...(options["labels"] as object) };
  return { ...options, labels: { ...labels, [IMPORT_LABEL]: labels[IMPORT_LABEL] }, work, args };
}
