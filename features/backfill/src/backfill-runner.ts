import { isTerminal, isMoJobError, type JobDefinition, type JobInstance, JobState } from "@mojob/core";
import {
  type Backfill,
  type BackfillCounts,
  BackfillOrder,
  BackfillState,
  type Duty,
  type Engine,
  LoopTurns,
} from "@mojob/core/engine";
import {
  type DutyPass,
  type NewRun,
  readScheduleFacts,
  resolveRunRequest,
  type ScheduleRules,
} from "@mojob/core/feature";
import { type IMoRecordStore, ReasonCode, TriggerType } from "@mojob/core/ports";
import { BACKFILL_RECORDS, type BackfillField } from "./backfill-records.ts";
import { keptSinceOf } from "./kept-since.ts";
import { byTime, cursorOf, type NominalFire, nominalFires } from "./nominal-fires.ts";
import { type Standing, standingsOf } from "./standing.ts";

const IDLE_MS = 5000;
/** Pauses between two looks at what is open: the longer, the less has happened. */
const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;
const MOST_AT_WORK = 20;
const MOST_READ = 250;
const A_MINUTE_MS = 60_000;

/** The fires of a backfill as its jobs are now. */
interface Listed {
  readonly jobs: readonly JobDefinition[];
  readonly rules: ScheduleRules;
  /** In the order in which they are made up for. */
  readonly fires: readonly NominalFire[];
  /** By job, since when its runs are kept. */
  readonly keptSince: ReadonlyMap<string, Date>;
}

/** A backfill while a pass goes over it. */
type Moving = { -readonly [Name in keyof Backfill]: Backfill[Name] };

/**
 * Creates the runs of backfills, a few at a time. What it has done is written behind what it does: a pass that is repeated finds its runs
 * under the ids of their nominal times, and goes on after them.
 */
export class BackfillRunner implements Duty {
  readonly name = "backfill";
  readonly everyMs: number = IDLE_MS;
  readonly #engine: Engine;
  readonly #records: IMoRecordStore<Backfill, BackfillField>;
  readonly #listed = new Map<string, Listed>();
  #pauseMs = SHORTEST_PAUSE_MS;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#records = engine.store.records(BACKFILL_RECORDS);
  }

  async run(signal: AbortSignal): Promise<DutyPass> {
    const { tenant, onError } = this.#engine;
    const where = { state: BackfillState.Running };
    const active = await this.#records.find({ tenant, where, order: ["id"], limit: MOST_AT_WORK });
    for (const id of this.#listed.keys()) if (!active.some((one) => one.id === id)) this.#listed.delete(id);
    if (active.length === 0) return { nextInMs: IDLE_MS, slackMs: Infinity };
    let hasMoved = false;
    for (const backfill of active) {
      if (signal.aborted) break;
      const moved = await this.#advance(backfill).catch((error: unknown) => onError(error));
      if (moved === true) hasMoved = true;
    }
    this.#pauseMs = hasMoved ? SHORTEST_PAUSE_MS : Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    return { nextInMs: this.#pauseMs };
  }

  /** Counts what has ended, creates what may begin, and writes both; resolves to whether anything has changed. */
  async #advance(before: Backfill): Promise<boolean> {
    const { clock } = this.#engine;
    const backfill: Moving = { ...before, waits: null };
    const listed = await this.#list(before);
    if (listed === null) {
      Object.assign(backfill, { state: BackfillState.Cancelled, waits: ReasonCode.JobDeleted });
    } else {
      const rooms = new Rooms(this.#engine);
      await this.#settle(backfill, listed, rooms);
      const isAtEnd = await this.#create(backfill, listed, rooms);
      if (isAtEnd && backfill.open.length === 0) backfill.state = BackfillState.Completed;
    }
    if (JSON.stringify(backfill) === JSON.stringify(before)) return false;
    const now = clock.now();
    const endedAt = backfill.state === BackfillState.Running ? null : now;
    // Where another process has written it meanwhile, that one goes on from there.
    await this.#records.put([{ ...backfill, endedAt, changedAt: now, revision: before.revision + 1 }]);
    return true;
  }

  /** `null` where there is nothing any more that could be run. */
  async #list(backfill: Backfill): Promise<Listed | null> {
    const { cache, clock, tenant } = this.#engine;
    const jobs = await jobsOf(cache, backfill);
    if (jobs.length === 0) return null;
    const known = this.#listed.get(backfill.id);
    const facts = await readScheduleFacts(jobs, this.#engine);
    if (known !== undefined && known.rules === facts.rules && isSame(known.jobs, jobs)) return known;
    const turns = LoopTurns.of(clock, tenant);
    const found = await nominalFires(jobs, backfill, facts, turns, `go on with a backfill`);
    const fires = backfill.order === BackfillOrder.Newest ? found.toReversed() : found;
    // What was kept when it began to be listed counts: its own runs push out older ones.
    const since = known?.keptSince ?? (await keptSinceOf(backfill.beyondKept ? [] : jobs, this.#engine));
    const listed = { jobs, rules: facts.rules, fires, keptSince: since };
    this.#listed.set(backfill.id, listed);
    return listed;
  }

  /** Counts the open runs that have ended; one that found its job full is tried again. */
  async #settle(backfill: Moving, listed: Listed, rooms: Rooms): Promise<void> {
    const { tenant, store } = this.#engine;
    const runs = await store.instances.get(tenant, backfill.open);
    const open: string[] = [];
    for (const [index, id] of backfill.open.entries()) {
      const run = runs[index] ?? null;
      if (run === null) continue;
      if (!isTerminal(run.state)) open.push(id);
      else if (run.reason?.code !== ReasonCode.JobFull) backfill.counts = counted(backfill.counts, run);
      else {
        const again = await this.#tryAgain(backfill, run, listed, rooms);
        if (again === null) backfill.counts = counted(backfill.counts, run);
        else open.push(again);
      }
    }
    backfill.open = open;
  }

  /** The id of the run that takes the place of one that found its job full; its own while there is no room, `null` where it is not tried again. */
  async #tryAgain(
    backfill: Moving,
    { id, jobKey, trigger }: JobInstance,
    { fires }: Listed,
    rooms: Rooms,
  ): Promise<string | null> {
    const fire = fires.find(
      ({ definition, schedule, nominalTime }) =>
        definition.key === jobKey &&
        schedule.name === (trigger.schedule ?? null) &&
        nominalTime.getTime() === trigger.nominalTime?.getTime(),
    );
    if (fire === undefined) return null;
    const [standing] = await this.#standings(backfill, [fire]);
    if (standing === undefined || standing.nextId === null)
      return standing?.isOwn === true ? (standing.run?.id ?? null) : null;
    if (!(await rooms.take(fire.definition))) return id;
    return (await this.#begin(backfill, standing)) ? standing.nextId : id;
  }

  /** Creates runs until as many are open as may be; resolves to whether none is left to create. */
  async #create(backfill: Moving, listed: Listed, rooms: Rooms): Promise<boolean> {
    const { fires } = listed;
    let next = indexAfter(fires, backfill);
    let size = 1;
    while (next < fires.length) {
      const room = backfill.atOnce - backfill.open.length;
      if (room <= 0 || backfill.waits !== null) return false;
      const page = fires.slice(next, next + Math.min(Math.max(size, room), MOST_READ));
      for (const standing of await this.#standings(backfill, page)) {
        if (!(await this.#handle(backfill, standing, listed, rooms))) return false;
        backfill.cursor = cursorOf(standing.fire);
        next += 1;
      }
      // Many that need nothing are passed over in few reads.
      size *= 2;
    }
    return true;
  }

  /** Resolves to whether it is done with a nominal time. */
  async #handle(backfill: Moving, standing: Standing, listed: Listed, rooms: Rooms): Promise<boolean> {
    const { fire, run, nextId, isOwn } = standing;
    const { key } = fire.definition;
    const add = (name: keyof BackfillCounts): void => {
      backfill.counts = { ...backfill.counts, [name]: backfill.counts[name] + 1 };
    };
    if (isOwn && run !== null) {
      // Created by a pass that was not written.
      if (!isTerminal(run.state)) backfill.open = [...backfill.open, run.id];
      else backfill.counts = counted(backfill.counts, run);
    } else if (fire.nominalTime < (listed.keptSince.get(key) ?? fire.nominalTime)) add("unknown");
    else if (nextId === null) add("present");
    else {
      if (backfill.open.length >= backfill.atOnce || !(await this.#mayBegin(backfill, fire, rooms)))
        return false;
      if (!(await this.#begin(backfill, standing))) return false;
      backfill.open = [...backfill.open, nextId];
    }
    add("planned");
    return true;
  }

  async #mayBegin(backfill: Moving, { definition }: NominalFire, rooms: Rooms): Promise<boolean> {
    const now = this.#engine.clock.now();
    if (now.getTime() - backfill.minute.at.getTime() >= A_MINUTE_MS)
      backfill.minute = { at: now, created: 0 };
    if (backfill.perMinute !== null && backfill.minute.created >= backfill.perMinute) return false;
    return rooms.take(definition);
  }

  /** Creates the run of a nominal time; `false` where it may not be created now, which `waits` says. */
  async #begin(backfill: Moving, { fire, nextId }: Standing): Promise<boolean> {
    try {
      const run = await this.#runOf(backfill, fire, nextId as string);
      if (run.skipReason !== null) {
        backfill.waits = run.skipReason.code;
        return false;
      }
      const { instance } = await this.#engine.creator.createOne(run);
      if (instance.id !== nextId) {
        backfill.waits = ReasonCode.WaitsForRun;
        return false;
      }
      backfill.minute = { ...backfill.minute, created: backfill.minute.created + 1 };
      return true;
    } catch (error) {
      if (!isMoJobError(error)) throw error;
      backfill.waits = error.code;
      return false;
    }
  }

  async #runOf(
    backfill: Backfill,
    { definition, schedule, nominalTime }: NominalFire,
    id: string,
  ): Promise<NewRun> {
    const { args = schedule.args ?? definition.args, priority, by } = backfill;
    const run = await resolveRunRequest(definition, { priority }, this.#engine);
    return {
      ...run,
      id,
      args,
      trigger: {
        type: TriggerType.Backfill,
        nominalTime,
        of: backfill.id,
        ...(schedule.name !== null && { schedule: schedule.name }),
        ...(by !== null && { by }),
      },
    };
  }

  #standings(backfill: Backfill, fires: readonly NominalFire[]): Promise<readonly Standing[]> {
    const { tenant, store } = this.#engine;
    const turns = LoopTurns.of(this.#engine.clock, tenant);
    return standingsOf(fires, {
      turns,
      tenant,
      store: store.instances,
      only: backfill.only,
      backfill: backfill.id,
    });
  }
}

const OPEN: readonly JobState[] = Object.values(JobState).filter((state) => !isTerminal(state));

/** How many runs jobs may begin that skip those that find them full. */
class Rooms {
  readonly #engine: Pick<Engine, "tenant" | "store">;
  readonly #left = new Map<string, number>();

  constructor(engine: Pick<Engine, "tenant" | "store">) {
    this.#engine = engine;
  }

  async take({ key, options: { maxConcurrency: limit, whenFull } }: JobDefinition): Promise<boolean> {
    if (limit === null || whenFull !== "skip") return true;
    const left = this.#left.get(key) ?? limit - (await this.#countOpen(key, limit));
    this.#left.set(key, left - 1);
    return left > 0;
  }

  #countOpen(jobKey: string, cap: number): Promise<number> {
    const { tenant, store } = this.#engine;
    return store.queries.count({ tenant, jobKey, states: OPEN, parts: false }, cap);
  }
}

/** The recurring jobs that a backfill is about, in the order of their keys. */
export async function jobsOf(
  cache: Engine["cache"],
  { app, jobKey }: Pick<Backfill, "app" | "jobKey">,
): Promise<readonly JobDefinition[]> {
  if (jobKey !== null) {
    const job = await cache.get(jobKey);
    return job === null ? [] : [job];
  }
  const all = await cache.getAll();
  return all.filter((job) => job.app === app && job.kind === "recurring");
}

function isSame(known: readonly JobDefinition[], jobs: readonly JobDefinition[]): boolean {
  return known.length === jobs.length && known.every((job, index) => job === jobs[index]);
}

/** The first fire that has not been handled. */
function indexAfter(fires: readonly NominalFire[], { cursor, order }: Backfill): number {
  if (cursor === null) return 0;
  const sign = order === BackfillOrder.Newest ? -1 : 1;
  const index = fires.findIndex((fire) => sign * byTime(cursorOf(fire), cursor) > 0);
  return index === -1 ? fires.length : index;
}

const COUNT_OF: Partial<Record<JobState, keyof BackfillCounts>> = {
  Succeeded: "succeeded",
  Terminated: "failed",
  Cancelled: "cancelled",
  Skipped: "skipped",
};

function counted(counts: BackfillCounts, { state }: JobInstance): BackfillCounts {
  const name = COUNT_OF[state];
  return name === undefined ? counts : { ...counts, [name]: counts[name] + 1 };
}
