import type { Clock } from "../base/clock.ts";
import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import { invalidInput } from "../base/input.ts";
import { canonicalJson } from "../base/json.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import type { JobDefinition, JobPause } from "../definition/job-definition.ts";
import { parseStatedOptions } from "../definition/option-schema.ts";
import {
  applyStatedOptions,
  assertSchedule,
  differingOptions,
  flattenOptions,
} from "../definition/resolve-options.ts";
import { readFiringCursor } from "../firing/firing-loop.ts";
import { nextFire, upcomingFires } from "../firing/planner.ts";
import type { ResolvedJobOptions } from "../job/job-options.ts";
import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import type { IMoStateStore } from "../ports/state-store.ts";
import { assertRecurring, findJob } from "./find-job.ts";
import type { JobDetail, JobService, JobView } from "./mo-job-scheduler.ts";
import { EMPTY_PAGE, scopedQuery } from "./scoped-query.ts";

/** How often a change that raced with another is tried again before the caller is told. */
const MOST_TRIES = 10;
/** A pause that ended so long before where firing has come to is forgotten: nobody fires from so far behind any more. */
const REMEMBER_PAUSES_MS = 3_600_000;
/** Pauses a job remembers besides the latest, whatever firing has come to. */
const MOST_EARLIER_PAUSES = 1000;

export interface JobServiceOptions {
  readonly tenant: string;
  readonly scope: string | null;
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
  readonly cache: JobDefinitionCache;
  readonly clock: Clock;
}

/** Shows jobs and changes what is stored of them. */
export function createJobService(options: JobServiceOptions): JobService {
  const { tenant, scope, store, state, cache, clock } = options;
  const view = async (definitions: readonly JobDefinition[]): Promise<readonly JobView[]> => {
    const latest = await store.instances.latestByJob(
      tenant,
      definitions.map(({ key }) => key),
    );
    const now = clock.now();
    return definitions.map((definition) => ({
      definition: isPauseOver(definition.pause, now) ? { ...definition, pause: null } : definition,
      nextFire: nextFire(definition, now),
      latest: latest.get(definition.key) ?? null,
    }));
  };

  const detail = async (definition: JobDefinition): Promise<JobDetail> => {
    const [shown] = await view([definition]);
    return {
      ...(shown as JobView),
      differsFromCode: differingOptions(definition.declared, definition.options),
    };
  };

  /** Replaces the job's record whatever its revision, as long as nobody is faster each time. */
  const change = async (
    key: string,
    doing: string,
    next: (current: JobDefinition) => JobDefinition,
  ): Promise<JobDetail> => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const current = await findJob(cache, scope, key);
      assertRecurring(current, doing);
      const changed = next(current);
      if (changed === current || (await cache.save(changed, current.revision))) return detail(changed);
    }
    throw new MoJobError(
      MoJobErrorCode.StaleRevision,
      `Cannot ${doing} job "${key}": it is being changed by others`,
    );
  };

  return {
    async list(query, page) {
      const within = scopedQuery(scope, { ...query, tenant });
      if (within === null) return EMPTY_PAGE;
      const found = await store.definitions.list(within, page);
      return { items: await view(found.items), nextCursor: found.nextCursor };
    },

    async get(key) {
      return detail(await findJob(cache, scope, key));
    },

    async update(key, patch, expectedRevision) {
      const current = await findJob(cache, scope, key);
      if (current.revision !== expectedRevision) throw staleRevision(key, expectedRevision, current.revision);
      const doing = `change job "${key}"`;
      const options = applyStatedOptions(current.options, parseStatedOptions(current.kind, patch, doing));
      if (options.schedule) assertSchedule(options.schedule, key, doing);
      if (isSame(options, current.options)) return detail(current);
      const now = clock.now();
      const changed: JobDefinition = {
        ...current,
        options,
        revision: current.revision + 1,
        updatedAt: now,
        scheduledSince: owesFromNow(current.options, options) ? now : current.scheduledSince,
      };
      if (await cache.save(changed, expectedRevision)) return detail(changed);
      throw staleRevision(key, expectedRevision, null);
    },

    async pause(key, { until = null, note = null } = {}) {
      const now = clock.now();
      if (until !== null && until <= now) {
        throw invalidInput(`pause job "${key}"`, [{ pointer: "/until", message: "must be in the future" }]);
      }
      const cursor = await readFiringCursor(state, tenant);
      const rememberFrom = new Date((cursor?.getTime() ?? 0) - REMEMBER_PAUSES_MS);
      return change(key, "pause", (current) => ({
        ...current,
        ...pausedAnew(current, { at: now, until, note }, rememberFrom),
        revision: current.revision + 1,
        updatedAt: now,
      }));
    },

    resume(key) {
      const now = clock.now();
      // The pause stays, over: what was due before it began may still have to be made up for.
      return change(key, "resume", (current) =>
        current.pause === null || isPauseOver(current.pause, now)
          ? current
          : {
              ...current,
              pause: { ...current.pause, until: now },
              revision: current.revision + 1,
              updatedAt: now,
            },
      );
    },

    async upcoming(key, count) {
      const definition = await findJob(cache, scope, key);
      assertRecurring(definition, "show the next fires of");
      return upcomingFires(definition, clock.now(), count);
    },
  };
}

function isPauseOver(pause: JobPause | null, now: Date): pause is JobPause & { readonly until: Date } {
  return pause !== null && pause.until !== null && pause.until <= now;
}

/**
 * A job with another pause, behind those of before that may still matter. Of what lies before one that was forgotten for
 * there being too many nothing is owed.
 */
function pausedAnew(
  { pause, scheduledSince }: JobDefinition,
  next: JobPause,
  rememberFrom: Date,
): Pick<JobDefinition, "pause" | "scheduledSince"> {
  if (pause === null) return { pause: next, scheduledSince };
  const until = pause.until !== null && pause.until < next.at ? pause.until : next.at;
  const all = [...(pause.earlier ?? []), { at: pause.at, until }].filter((one) => one.until > rememberFrom);
  const forgotten = all.at(-MOST_EARLIER_PAUSES - 1);
  return {
    pause: { ...next, earlier: all.slice(-MOST_EARLIER_PAUSES) },
    scheduledSince:
      forgotten !== undefined && forgotten.until > scheduledSince
        ? justBefore(forgotten.until)
        : scheduledSince,
  };
}

/** The `scheduledSince` with which this instant is the first that is owed. */
function justBefore(instant: Date): Date {
  return new Date(instant.getTime() - 1);
}

function isSame(a: ResolvedJobOptions, b: ResolvedJobOptions): boolean {
  return canonicalJson(flattenOptions(a)) === canonicalJson(flattenOptions(b));
}

/** Whether the change gives the job another schedule: what the new one would have fired before is not owed. */
function owesFromNow(before: ResolvedJobOptions, after: ResolvedJobOptions): boolean {
  const timing = ({ schedule, disabled }: ResolvedJobOptions): string =>
    canonicalJson([
      disabled,
      schedule?.cron ?? null,
      schedule?.timeZone ?? null,
      schedule?.startTime?.toISOString() ?? null,
      schedule?.endTime?.toISOString() ?? null,
      { ...schedule?.dst },
    ]);
  return timing(before) !== timing(after);
}

function staleRevision(key: string, expected: number, current: number | null): MoJobError {
  const now = current === null ? "it was changed meanwhile" : `it is at ${current}`;
  return new MoJobError(
    MoJobErrorCode.StaleRevision,
    `Cannot change job "${key}" at revision ${expected}: ${now}`,
  );
}
