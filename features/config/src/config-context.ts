import {
  isMoJobError,
  type JobDefinition,
  type MoJobScheduler,
  MoJobErrorCode,
  type Permission,
} from "@mojob/core";
import { appsWith, hiddenIn, type JobDefaults, LoopTurns } from "@mojob/core/engine";
import type { Clock } from "@mojob/core/ports";

/** What is used of a scheduler: it refuses what its caller may not do, one by one. */
export type ConfigScheduler = Pick<MoJobScheduler, "tenant" | "scope" | "principal" | "features"> & {
  readonly jobs: Pick<MoJobScheduler["jobs"], "list" | "check" | "create" | "update" | "remove">;
  readonly registry: Pick<MoJobScheduler["registry"], "defaults">;
  readonly settings: Pick<MoJobScheduler["settings"], "get" | "change">;
  readonly calendars: Pick<MoJobScheduler["calendars"], "list" | "create" | "update" | "remove">;
  readonly views: Pick<MoJobScheduler["views"], "list" | "create" | "replace" | "remove">;
  readonly alarms: Pick<
    MoJobScheduler["alarms"],
    | "rules"
    | "replaceRules"
    | "routes"
    | "replaceRoutes"
    | "heartbeats"
    | "replaceHeartbeats"
    | "silences"
    | "silence"
    | "endSilence"
  >;
  readonly audit: Pick<MoJobScheduler["audit"], "note">;
};

/** The scheduler to a caller who only reads. */
export type ReadScheduler = Pick<ConfigScheduler, "tenant" | "scope" | "principal" | "features"> & {
  readonly jobs: Pick<ConfigScheduler["jobs"], "list">;
  readonly registry: ConfigScheduler["registry"];
  readonly settings: Pick<ConfigScheduler["settings"], "get">;
  readonly calendars: Pick<ConfigScheduler["calendars"], "list">;
  readonly views: Pick<ConfigScheduler["views"], "list">;
  readonly alarms: Pick<ConfigScheduler["alarms"], "rules" | "routes" | "heartbeats" | "silences">;
};

/** The jobs that the caller reads. */
export interface JobsThere {
  readonly defaults: JobDefaults;
  readonly all: ReadonlyMap<string, JobDefinition>;
  /** Those of which a part is not shown to the caller. */
  readonly hidden: ReadonlySet<string>;
}

const AT_ONCE = 200;

/** What the sections of one document read, each thing once. */
export class ConfigContext<Scheduler extends ReadScheduler = ReadScheduler> {
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly turns: LoopTurns;
  /** The one app that the document is about; `null` is everything. */
  readonly app: string | null;
  /** The stored defaults of jobs as they will be. @default as they are */
  defaults: JobDefaults | undefined = undefined;
  #jobs: Promise<JobsThere> | null = null;

  constructor(scheduler: Scheduler, clock: Clock, app: string | null) {
    this.scheduler = scheduler;
    this.clock = clock;
    this.app = app;
    this.turns = LoopTurns.of(clock, scheduler.tenant);
  }

  jobs(): Promise<JobsThere> {
    return (this.#jobs ??= this.#readJobs());
  }

  /** Makes one of each in short stretches: there may be thousands. */
  each<Item, Made>(items: Iterable<Item>, make: (item: Item) => Made): Promise<readonly Made[]> {
    return this.turns.run(inStretches(items, make));
  }

  /** Whether something of an app belongs to the document; of `null` is what holds for every app. */
  covers(app: string | null): boolean {
    return this.app === null || this.app === app;
  }

  /** Whether the caller may do something in every app. */
  permits(permission: Permission): boolean {
    return appsWith(this.scheduler.principal, permission).isAll;
  }

  async #readJobs(): Promise<JobsThere> {
    const { scheduler, app } = this;
    const [all, hidden] = [new Map<string, JobDefinition>(), new Set<string>()];
    const query = app === null ? {} : { app };
    let cursor: string | undefined;
    do {
      // Each page begins where the one before has ended.
      // oxlint-disable-next-line no-await-in-loop
      const page = await scheduler.jobs.list(query, {
        limit: AT_ONCE,
        ...(cursor !== undefined && { cursor }),
      });
      for (const { definition } of page.items) {
        all.set(definition.key, definition);
        if (hiddenIn(definition).length > 0) hidden.add(definition.key);
      }
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    // Stores differ in how they order keys, and one text is wanted.
    const sorted = new Map([...all].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    return { all: sorted, hidden, defaults: await scheduler.registry.defaults(this.defaults) };
  }
}

function* inStretches<Item, Made>(
  items: Iterable<Item>,
  make: (item: Item) => Made,
): Generator<void, readonly Made[]> {
  const made: Made[] = [];
  for (const item of items) {
    made.push(make(item));
    yield;
  }
  return made;
}

/** What the caller may read; `null` where it may not, or where the scheduler does not have it. */
export async function readable<Result>(read: Promise<Result>): Promise<Result | null> {
  try {
    return await read;
  } catch (error) {
    if (isMoJobError(error, MoJobErrorCode.Forbidden) || isMoJobError(error, MoJobErrorCode.FeatureMissing))
      return null;
    throw error;
  }
}
