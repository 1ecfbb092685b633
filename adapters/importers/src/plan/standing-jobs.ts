import type { JobDefinition, JsonValue } from "@mojob/core";
import type { JobService } from "@mojob/core/engine";
import { canonicalJson } from "@mojob/core/ports";
import { IMPORT_LABEL, type PlannedJob } from "./plan-import.ts";

/** How a planned job meets what is there. */
export const Clash = {
  /** Nothing has its key. */
  None: "none",
  /** It was imported before and is as it would be now. */
  Same: "same",
  /** It was imported before, and the job or the source has changed. */
  Changed: "changed",
  /** Another job has its key. */
  Taken: "taken",
} as const;
export type Clash = (typeof Clash)[keyof typeof Clash];

/** The jobs that are there, by key and by the source they were imported from. */
export interface StandingJobs {
  readonly byKey: Map<string, JobDefinition>;
  readonly byMark: Map<string, JobDefinition>;
}

const PAGE = 200;

export async function readStandingJobs(jobs: Pick<JobService, "list">): Promise<StandingJobs> {
  const byKey = new Map<string, JobDefinition>();
  let cursor: string | undefined;
  do {
    const page = await jobs.list({}, { limit: PAGE, ...(cursor !== undefined && { cursor }) });
    for (const { definition } of page.items) byKey.set(definition.key, definition);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const marked = [...byKey.values()].flatMap((definition) => {
    const mark = definition.options.labels[IMPORT_LABEL];
    return mark === undefined ? [] : [[mark, definition] as const];
  });
  return { byKey, byMark: new Map(marked) };
}

/** The key of each planned job by its id: where it was imported before, that under which it is there. */
export function keysThere(jobs: readonly PlannedJob[], { byMark }: StandingJobs): Map<string, string> {
  return new Map(jobs.map(({ source, key, mark }) => [source.id, byMark.get(mark)?.key ?? key]));
}

/** The job that has the key of a planned one. */
export function meet(
  planned: PlannedJob,
  standing: StandingJobs,
): { clash: Clash; definition: JobDefinition | null } {
  const imported = standing.byMark.get(planned.mark);
  if (imported !== undefined)
    return { clash: isAsPlanned(planned, imported) ? Clash.Same : Clash.Changed, definition: imported };
  const definition = standing.byKey.get(planned.key) ?? null;
  return { clash: definition === null ? Clash.None : Clash.Taken, definition };
}

function isAsPlanned({ request }: PlannedJob, { options, work, args, app, kind }: JobDefinition): boolean {
  if (request === null || request.app !== app || request.kind !== kind) return false;
  const { schedule, ...rest } = options;
  return (
    fits(request.options, { ...rest, ...schedule }) && fits(request.work, work) && fits(request.args, args)
  );
}

/** Whether what is stated is so; what is not stated does not count. */
function fits(stated: unknown, actual: unknown): boolean {
  if (actual instanceof Date) return stated === actual.toISOString();
  if (typeof stated !== "object" || stated === null) return stated === actual;
  if (Array.isArray(stated) || typeof actual !== "object" || actual === null)
    return canonicalJson(stated as JsonValue) === canonicalJson((actual ?? null) as JsonValue);
  return Object.entries(stated).every(([name, value]) =>
    fits(value, (actual as Record<string, unknown>)[name]),
  );
}
