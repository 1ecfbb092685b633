import { type JobDefinition, MoJobError, MoJobErrorCode, Permission } from "@mojob/core";
import {
  type Backfill,
  type BackfillDay,
  type BackfillPreview,
  BackfillState,
  invalidInput,
  issueAt,
  LoopTurns,
} from "@mojob/core/engine";
import {
  assertMayOverride,
  assertRecurring,
  type BackfillQuery,
  type BackfillService,
  findJob,
  type PerRequester,
  readScheduleFacts,
  type Requester,
  resolveRunRequest,
  dayIn,
  type ServiceParts,
} from "@mojob/core/feature";
import { createId, type IMoRecordStore } from "@mojob/core/ports";
import { BACKFILL_RECORDS, type BackfillField } from "./backfill-records.ts";
import { type BackfillRequest, parseBackfillChange, parseBackfillRequest } from "./backfill-request.ts";
import { jobsOf } from "./backfill-runner.ts";
import { keptSinceOf } from "./kept-since.ts";
import { cursorOf, nominalFires } from "./nominal-fires.ts";
import { type Standing, standingsOf } from "./standing.ts";

/** Backfills of a tenant that have not ended. */
const MOST_OPEN = 200;
const MOST_LISTED = 200;
/** Those beyond are removed, the oldest first. */
const MOST_KEPT = 500;
const FIRST_SHOWN = 20;
const MOST_TRIES = 20;
const OPEN_STATES = [BackfillState.Running, BackfillState.Paused] as const;
const NO_COUNTS = { planned: 0, present: 0, unknown: 0, succeeded: 0, failed: 0, cancelled: 0, skipped: 0 };

/** Begins, shows and steers backfills. */
export class Backfills implements PerRequester<BackfillService> {
  readonly #options: ServiceParts;
  readonly #records: IMoRecordStore<Backfill, BackfillField>;

  constructor(options: ServiceParts) {
    this.#options = options;
    this.#records = options.store.records(BACKFILL_RECORDS);
  }

  async preview(requester: Requester, input: unknown): Promise<BackfillPreview> {
    const { clock, tenant, store } = this.#options;
    const doing = "preview a backfill";
    const request = parseBackfillRequest(input, clock.now(), doing);
    const { jobs } = await this.#check(requester, request, doing);
    const turns = LoopTurns.of(clock, tenant);
    const facts = await readScheduleFacts(jobs, this.#options);
    const fires = await nominalFires(jobs, request, facts, turns, doing);
    const kept = await keptSinceOf(request.beyondKept ? [] : jobs, this.#options);
    const isKnown = ({ fire }: Standing): boolean =>
      fire.nominalTime >= (kept.get(fire.definition.key) ?? fire.nominalTime);
    const standings = await standingsOf(fires, { turns, tenant, store: store.instances, only: request.only });
    const known = standings.filter(isKnown);
    const wanted = known.filter(({ nextId }) => nextId !== null).map(({ fire }) => fire);
    return {
      planned: fires.length,
      present: known.length - wanted.length,
      unknown: standings.length - known.length,
      toCreate: wanted.length,
      days: daysOf(standings),
      first: (request.order === "newest" ? wanted.toReversed() : wanted).slice(0, FIRST_SHOWN).map(cursorOf),
    };
  }

  async create(requester: Requester, input: unknown): Promise<Backfill> {
    const { clock, tenant } = this.#options;
    const doing = "begin a backfill";
    const at = clock.now();
    const request = parseBackfillRequest(input, at, doing);
    const { app, jobKey, jobs, args } = await this.#check(requester, request, doing);
    const { priority } = request;
    for (const job of jobs) await assertMayOverride(requester, job, { priority }, this.#options);
    const facts = await readScheduleFacts(jobs, this.#options);
    await nominalFires(jobs, request, facts, LoopTurns.of(clock, tenant), doing);
    await this.#assertRoom(doing);
    const { jobKey: _job, app: _app, args: _args, ...plan } = request;
    const backfill: Backfill = {
      ...plan,
      ...(args !== undefined && { args }),
      id: createId(at),
      tenant,
      revision: 1,
      app,
      jobKey,
      state: BackfillState.Running,
      counts: NO_COUNTS,
      cursor: null,
      open: [],
      waits: null,
      minute: { at, created: 0 },
      by: requester.by,
      at,
      changedAt: at,
      endedAt: null,
    };
    await this.#records.put([backfill]);
    return shownTo(requester, backfill);
  }

  async list(
    requester: Requester,
    { app, jobKey, states }: BackfillQuery = {},
  ): Promise<readonly Backfill[]> {
    const found = await this.#records.find({
      tenant: this.#options.tenant,
      where: { app, jobKey, state: states },
      order: ["id"],
      descending: true,
      limit: MOST_KEPT + MOST_OPEN,
    });
    return found
      .filter((backfill) => requester.apps.has(backfill.app))
      .slice(0, MOST_LISTED)
      .map((backfill) => shownTo(requester, backfill));
  }

  async get(requester: Requester, id: string): Promise<Backfill> {
    return shownTo(requester, await this.#find(requester, id));
  }

  async #find(requester: Requester, id: string): Promise<Backfill> {
    const [backfill = null] = await this.#records.get(this.#options.tenant, [id]);
    if (backfill !== null && requester.finds(backfill.app)) return backfill;
    throw new MoJobError(MoJobErrorCode.BackfillNotFound, `Cannot find backfill "${id.slice(0, 64)}"`);
  }

  async change(requester: Requester, id: string, input: unknown): Promise<Backfill> {
    const doing = `change backfill "${id.slice(0, 64)}"`;
    const { cancelRuns = false, ...change } = parseBackfillChange(input, doing);
    // Its progress is written all the time.
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const before = await this.#find(requester, id);
      if (before.endedAt !== null)
        throw new MoJobError(
          MoJobErrorCode.BackfillEnded,
          `Cannot ${doing}: it is ${before.state} since ${before.endedAt.toISOString()}`,
        );
      if (cancelRuns) requester.assertHolds(Permission.CancelRuns, before.app);
      const changedAt = this.#options.clock.now();
      const endedAt = change.state === BackfillState.Cancelled ? changedAt : null;
      const after = { ...before, ...change, changedAt, endedAt, revision: before.revision + 1 };
      const [isWritten] = await this.#records.put([after]);
      if (isWritten !== true) continue;
      if (cancelRuns) await this.#cancelRuns(requester, after);
      return shownTo(requester, after);
    }
    throw new MoJobError(MoJobErrorCode.StaleRevision, `Cannot ${doing}: it keeps changing; try again`);
  }

  async #cancelRuns(requester: Requester, { open }: Backfill): Promise<void> {
    const { instances } = this.#options;
    // One that has ended meanwhile is no reason to leave the others.
    await Promise.allSettled(open.map((id) => instances.cancel(requester, id)));
  }

  /** Finds the jobs of a request, and checks what their runs would be given. */
  async #check(
    requester: Requester,
    request: BackfillRequest,
    doing: string,
  ): Promise<{
    app: string;
    jobKey: string | null;
    jobs: readonly JobDefinition[];
    args?: Backfill["args"];
  }> {
    const { app, jobKey, args, priority } = request;
    const named = jobKey === undefined ? null : await findJob(this.#options.cache, requester, jobKey);
    if (named !== null) assertRecurring(named, "backfill");
    else requester.assertApp(app ?? "", doing);
    const target = { app: named?.app ?? app ?? "", jobKey: named?.key ?? null };
    const jobs = await jobsOf(this.#options.cache, target);
    if (jobs.length === 0)
      throw new MoJobError(
        MoJobErrorCode.JobNotFound,
        `Cannot ${doing}: app "${target.app}" has no recurring job`,
      );
    const checked = await Promise.all(
      jobs.map(async (job) => {
        if (named === null && job.options.disabled) return undefined;
        const asked = { priority, ...(args !== undefined && { args }) };
        return (await resolveRunRequest(job, asked, this.#options)).args;
      }),
    );
    if (args !== undefined && named === null)
      throw invalidInput(doing, [issueAt("/args", "needs", { other: "jobKey" })]);
    return { ...target, jobs, ...(args !== undefined && { args: checked[0] }) };
  }

  async #assertRoom(doing: string): Promise<void> {
    const { tenant } = this.#options;
    const open = await this.#records.find({
      tenant,
      where: { state: OPEN_STATES },
      order: ["id"],
      limit: MOST_OPEN,
    });
    if (open.length >= MOST_OPEN)
      throw invalidInput(doing, [issueAt("", "backfills_full", { max: MOST_OPEN })]);
    const kept = await this.#records.find({
      tenant,
      order: ["id"],
      descending: true,
      skip: MOST_KEPT,
      limit: 1,
    });
    const [oldest] = kept;
    if (oldest === undefined) return;
    const ended = [BackfillState.Cancelled, BackfillState.Completed];
    await this.#records.remove(tenant, { state: ended, id: { before: oldest.id } });
  }
}

/** Arguments are for those who read payloads. */
function shownTo(requester: Requester, { args, ...shown }: Backfill): Backfill {
  return args === undefined || !requester.holds(Permission.ReadPayloads, shown.app)
    ? shown
    : { ...shown, args };
}

const DAY_COUNT = {
  Succeeded: "succeeded",
  Terminated: "failed",
  Cancelled: "cancelled",
  Skipped: "skipped",
} as const;

const NO_DAY_COUNTS = { planned: 0, succeeded: 0, failed: 0, cancelled: 0, skipped: 0, open: 0, missing: 0 };

/** How the nominal times of each day stand, ascending. */
function daysOf(standings: readonly Standing[]): readonly BackfillDay[] {
  const days = new Map<string, { -readonly [Name in keyof BackfillDay]: BackfillDay[Name] }>();
  for (const { fire, run } of standings) {
    const { nominalTime: at, schedule } = fire;
    const day = dayIn(schedule.timing.timeZone, at);
    const of = days.get(day) ?? { day, from: at, to: at, ...NO_DAY_COUNTS };
    days.set(day, of);
    of.planned += 1;
    of.to = new Date(at.getTime() + 1);
    if (run === null) of.missing += 1;
    else of[DAY_COUNT[run.state as keyof typeof DAY_COUNT] ?? "open"] += 1;
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}
