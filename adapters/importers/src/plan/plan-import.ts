import { JobKind, type JsonValue } from "@mojob/core";
import { registerWorkKind } from "@mojob/core/ports";
import { compileSchedule, type CreateJobRequest, isName } from "@mojob/core/engine";
import { carrySchedule } from "../carry/carry-schedule.ts";
import type { CarriedSchedule } from "../carry/carried-schedule.ts";
import { type Finding, FindingLevel, info, refusal } from "../finding.ts";
import { ImportMistake } from "../import-mistake.ts";
import { IMPORTED_WORK_KINDS } from "../imported-work-kinds.ts";
import { adaptKey, freeKey } from "../sources/adapt-key.ts";
import { ImportSource, READERS } from "../sources/import-source.ts";
import type { SourceJob, SourceMistake } from "../sources/source-job.ts";
import { ImportLocale } from "../words/finding-words.ts";
import { isGraph, taskRefusals } from "./task-refusals.ts";
import { acyclicChildren } from "./acyclic-children.ts";
import { MOST_JOBS } from "../sources/most-jobs.ts";
import type { ImportRequest } from "./import-request.ts";

/** The most findings that are shown of one file, and of one job: both come from the file, which may hold nothing else. */
const MOST_MISTAKES = 100;
const MOST_FINDINGS = 20;
/** The most findings of a graph, which has many nodes. */
const MOST_OF_TASK = 200;

/** Sources whose schedulers did not look at exit codes. */
const HAS_EXIT_CODES: ReadonlySet<ImportSource> = new Set([ImportSource.Crontab, ImportSource.SystemCrontab]);

/** The label by which a job is known to come from a source, as `xxl/shop/12`. */
export const IMPORT_LABEL = "import";

/** A job as it would be made; nothing of it is written. */
export interface PlannedJob {
  readonly source: SourceJob;
  readonly key: string;
  /** The value of the label `import`. */
  readonly mark: string;
  /** `null` where a finding is an error. */
  readonly request: PlannedRequest | null;
  /** The options of its schedule; `null` for a triggered job. */
  readonly schedule: CarriedSchedule["options"] | null;
  /** The ids of its children, without those that lead back to it. */
  readonly children: readonly string[];
  /** The keys by which its own graph names other jobs of the source, by their ids. */
  readonly within: ReadonlyMap<string, string>;
  readonly findings: readonly Finding[];
}

export interface PlannedRequest extends CreateJobRequest {
  readonly options: Readonly<Record<string, unknown>>;
  readonly args: JsonValue;
}

export interface ImportPlan {
  readonly jobs: readonly PlannedJob[];
  readonly mistakes: readonly SourceMistake[];
}

/**
 * Reads a source and plans its jobs; pure.
 * @throws ImportMistake where the source as a whole cannot be read
 */
export function planImport(request: ImportRequest): ImportPlan {
  const steps = planInSteps(request);
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

/**
 * As `planImport`, a job a step.
 * @param appOf the app of the workers that reach the executors of an app name; `null` is the app of that name
 * @throws ImportMistake where the source as a whole cannot be read
 */
export function* planInSteps(
  request: ImportRequest,
  appOf: (appName: string) => string | null = () => null,
): Generator<void, ImportPlan> {
  for (const rules of IMPORTED_WORK_KINDS) registerWorkKind(rules);
  const { source, text, timeZone, app, anyExitCode = false, locale = ImportLocale.English } = request;
  if (anyExitCode && !HAS_EXIT_CODES.has(source)) throw new ImportMistake("exit_codes_of_source", { source });
  if (!isZone(timeZone)) throw new ImportMistake("zone_unknown", { timeZone });
  const { jobs, mistakes } = READERS[source](text, { timeZone, anyExitCode });
  if (jobs.length > MOST_JOBS) throw new ImportMistake("too_many_jobs", { max: MOST_JOBS });
  const keys = yield* keysInSteps(jobs);
  const children = acyclicChildren(jobs);
  const planned: PlannedJob[] = [];
  for (const job of jobs) {
    const key = keys.get(job.id) ?? job.key;
    const within = new Map((job.within ?? []).map((id) => [id, keys.get(id) ?? id]));
    const mark = `${source}/${job.id}`.slice(0, 256);
    const named = job.app === null ? null : (appOf(job.app) ?? job.app);
    planned.push(
      planJob(job, {
        key,
        app: app ?? named ?? "",
        locale,
        mark,
        children: children.get(job.id) ?? [],
        within,
      }),
    );
    yield;
  }
  return { jobs: planned, mistakes: shortened(mistakes) };
}

/** A key for each job by its id; of two that wish for one, the second has a number. */
function* keysInSteps(jobs: readonly SourceJob[]): Generator<void, ReadonlyMap<string, string>> {
  const taken = new Set<string>();
  const keys = new Map<string, string>();
  for (const { id, key: wished } of jobs) {
    const key = freeKey(wished, (wanted) => taken.has(wanted));
    taken.add(key);
    keys.set(id, key);
    yield;
  }
  return keys;
}

/** The first of them, and one that counts the others. */
function shortened(mistakes: readonly SourceMistake[]): readonly SourceMistake[] {
  const left = mistakes.length - MOST_MISTAKES;
  if (left <= 0) return mistakes;
  const rest = { line: null, code: "more_mistakes", parameters: { count: left } } as const;
  return [...mistakes.slice(0, MOST_MISTAKES), rest];
}

interface PlanContext {
  readonly key: string;
  readonly app: string;
  readonly locale: ImportLocale;
  readonly mark: string;
  readonly children: readonly string[];
  readonly within: ReadonlyMap<string, string>;
}

function planJob(job: SourceJob, context: PlanContext): PlannedJob {
  const { key, app, locale, mark, children, within } = context;
  const findings = [...job.findings, ...taskRefusals(job, locale)];
  if (adaptKey(job.key) !== job.key)
    findings.push(info("key_adapted", "key", { key, from: job.key.slice(0, 128) }));
  for (const child of job.children)
    if (!children.includes(child))
      findings.push({ ...info("child_cycle", "children", { child }), level: FindingLevel.Warning });
  if (!job.wasOn) findings.push(info("stopped_there", null));
  if (!isName(app)) findings.push(refusal("app_needed", "app", { app: app === "" ? '""' : app }));
  const zone = job.schedule !== null && "timeZone" in job.schedule ? job.schedule.timeZone : null;
  if (zone !== null && !isZone(zone)) findings.push(refusal("zone_unknown", "timeZone", { timeZone: zone }));
  const isRefused = findings.some(({ level }) => level === FindingLevel.Error);
  const carried = job.schedule === null || isRefused ? null : carrySchedule(job.schedule, locale);
  const options = {
    name: lineOf(job.name),
    ...withoutEmpty(job.options),
    ...carried?.options,
    labels: { [IMPORT_LABEL]: mark },
  };
  return {
    source: job,
    key,
    mark,
    request: isRefused
      ? null
      : {
          key,
          app,
          kind: job.kind,
          options,
          work: job.work,
          args: job.args,
          isPaused: job.kind === JobKind.Recurring,
        },
    schedule: carried?.options ?? null,
    children,
    within,
    findings: fewer([...findings, ...(carried?.findings ?? [])], isGraph(job) ? MOST_OF_TASK : MOST_FINDINGS),
  };
}

/** The first of them and all that refuse the job, and one that counts the others. */
function fewer(findings: readonly Finding[], most: number): readonly Finding[] {
  if (findings.length <= most) return findings;
  const shown = findings.filter(({ level }, index) => index < most || level === FindingLevel.Error);
  return [...shown, info("more_findings", null, { count: findings.length - shown.length })];
}

function withoutEmpty(options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { name: _, owner, ...rest } = options;
  return { ...rest, ...(typeof owner === "string" && owner !== "" && { owner: lineOf(owner) }) };
}

function lineOf(text: string): string {
  // eslint-disable-next-line no-control-regex
  const line = text
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
  return line === "" ? "-" : line;
}

export function isZone(timeZone: string): boolean {
  try {
    compileSchedule({ cron: "0 0 0 1 1 *", timeZone, dst: { gap: "shift", overlap: "first" }, seed: "" });
    return timeZone !== "";
  } catch {
    return false;
  }
}
