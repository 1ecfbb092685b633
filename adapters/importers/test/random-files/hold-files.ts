import fc from "fast-check";
import type { TaskBody, TaskNode } from "@mojob/core/engine";
import { planImport, type PlannedJob } from "../../src/plan/plan-import.ts";
import type { ImportSource } from "../../src/sources/import-source.ts";

/** The zone in which a source whose files state none is said to have run. */
export const PROCESS_ZONE = "UTC";
export const DAY_MS = 86_400_000;

/** What a job of a file means, by the source's own rules; of a refused job nothing else counts. */
export interface Meaning {
  readonly id: string;
  readonly isRefused: boolean;
  /** Values by their names: those of `viewOf`. */
  readonly is: Readonly<Record<string, unknown>>;
  /** Findings that have to be there, each a code and a field. */
  readonly says: readonly string[];
}

/** A file, with what it means. */
export interface RandomFile {
  readonly text: string;
  readonly wanted: readonly Meaning[];
}

/** What is wrong with how random files are imported, the first few of them. */
export function faultsOf(
  source: ImportSource,
  files: fc.Arbitrary<RandomFile>,
  count: number,
): readonly string[] {
  const faults: string[] = [];
  for (const { text, wanted } of fc.sample(files, { numRuns: count, seed: 52 })) {
    const { jobs } = planImport({ source, text, timeZone: PROCESS_ZONE, app: "ops" });
    const found = jobs.map((job) => job.source.id);
    const ids = wanted.map(({ id }) => id);
    if (JSON.stringify(found) !== JSON.stringify(ids)) faults.push(`jobs ${found.join()}: ${text}`);
    for (const [index, meaning] of wanted.entries()) {
      const job = jobs[index];
      const fault = job === undefined ? "is not there" : faultOf(job, meaning);
      if (fault !== null) faults.push(`${meaning.id} ${fault}: ${text}`);
    }
    if (faults.length > 3) break;
  }
  return faults;
}

function faultOf(job: PlannedJob, { isRefused, is, says }: Meaning): string | null {
  if ((job.request === null) !== isRefused)
    return isRefused ? "is not refused" : `is refused: ${saidOf(job)}`;
  if (isRefused) return null;
  const view = viewOf(job);
  for (const [name, value] of Object.entries(is))
    if (JSON.stringify(view[name] ?? null) !== JSON.stringify(value ?? null))
      return `${name} is ${JSON.stringify(view[name])} and not ${JSON.stringify(value)}`;
  const missing = says.find((one) => !job.findings.some(({ code, field }) => `${code} ${field}` === one));
  return missing === undefined ? null : `does not say ${missing}, but ${saidOf(job)}`;
}

function saidOf({ findings }: PlannedJob): string {
  return findings.map(({ code, field }) => `${code} ${field}`).join(", ");
}

/** What was planned, in plain values. */
function viewOf({ source, schedule, request }: PlannedJob): Readonly<Record<string, unknown>> {
  const options = request?.options ?? {};
  const body = source.work.kind === "task" ? (source.work["body"] as TaskBody) : null;
  return {
    ...options,
    args: request?.args,
    work: source.work,
    cron: schedule?.cron,
    everyMs: schedule?.everyMs,
    everyFrom: schedule?.everyFrom,
    timeZone: schedule?.cron == null ? null : schedule.timeZone,
    startTime: schedule?.startTime,
    endTime: schedule?.endTime,
    wasOn: source.wasOn,
    isDisabled: options["disabled"] === true,
    kind: request?.kind,
    onFailure: body?.onFailure,
    nodes: body?.nodes.map(nodeView),
  };
}

function nodeView(node: TaskNode): Readonly<Record<string, unknown>> {
  const { id, type, pre = [], join } = node;
  const run = node.type === "job" || node.type === "task" ? node : null;
  const work = node.type === "job" && "work" in node.job ? node.job.work : null;
  return {
    id,
    type,
    pre: pre.map(({ node: before, on = "ok" }) => `${before} ${on}`).toSorted(),
    join: join ?? null,
    retry: run?.retry ?? null,
    timeoutMs: run?.timeoutMs ?? null,
    priority: run?.priority ?? null,
    skipWhen: run?.skipWhen ?? null,
    allowFailure: run?.allowFailure ?? null,
    script:
      work !== null && "source" in work && typeof work.source === "string" ? lastLine(work.source) : null,
    ms: node.type === "wait" && "ms" in node.for ? node.for.ms : null,
  };
}

/** A script begins with lines that every script has. */
function lastLine(text: string): string {
  return text.split("\n").at(-1) ?? "";
}
