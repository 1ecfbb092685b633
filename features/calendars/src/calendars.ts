import { type JobDefinition, MoJobError, MoJobErrorCode, Permission } from "@mojob/core";
import {
  type Calendar,
  type CalendarDetail,
  type CalendarFires,
  type CalendarFiresRequest,
  type CalendarImport,
  type CalendarPreview,
  invalidInput,
  issueAt,
  LoopTurns,
} from "@mojob/core/engine";
import {
  byText,
  type CalendarService,
  type PerRequester,
  readScheduleFacts,
  type Requester,
  type ServiceParts,
} from "@mojob/core/feature";
import type { IMoRecordStore } from "@mojob/core/ports";
import { CALENDAR_RECORDS, type CalendarField } from "./calendar-records.ts";
import { parseCalendarChange, parseNewCalendar, type CalendarChange } from "./calendar-request.ts";
import { calendarKeysOf, usersOf } from "./calendar-users.ts";
import { assertExtends } from "./days/assert-extends.ts";
import { coverageOf, inheritedDays, resolveCalendar } from "./days/resolve-calendar.ts";
import { readImport } from "./import/read-import.ts";
import { firesOnDays } from "./fires-on-days.ts";
import { changedFires } from "./preview-change.ts";

/** Calendars of a tenant. */
export const MOST_CALENDARS = 100;
/** Days of all of them together. */
const MOST_DAYS = 50_000;
const JOBS_SHOWN = 20;
const USERS_NAMED = 3;
const SATURDAY_AND_SUNDAY = [6, 7];

type Calendars = ReadonlyMap<string, Calendar>;

/** Keeps the calendars of a tenant, and says what a change of one does to the fires of its jobs. */
export class StoredCalendars implements PerRequester<CalendarService> {
  readonly #options: ServiceParts;
  readonly #records: IMoRecordStore<Calendar, CalendarField>;
  /** The latest write: what is counted for one has been written by the one before. */
  #written: Promise<unknown> = Promise.resolve();

  constructor(options: ServiceParts) {
    this.#options = options;
    this.#records = options.store.records(CALENDAR_RECORDS);
  }

  async list(): Promise<readonly Calendar[]> {
    return [...(await this.#all()).values()].sort((a, b) => byText(a.key, b.key));
  }

  async get(requester: Requester, key: string): Promise<CalendarDetail> {
    const calendars = await this.#all();
    const calendar = found(calendars, key);
    const jobs = await this.#users(key, calendars);
    return {
      calendar,
      inherited: inheritedDays(calendar, calendars),
      knownTo: coverageOf(calendar, calendars).coveredTo,
      jobs: jobs.filter(({ app }) => requester.apps.has(app)).length,
    };
  }

  async create(requester: Requester, input: unknown): Promise<Calendar> {
    const doing = "create a calendar";
    const request = parseNewCalendar(input, doing);
    assertMayEdit(requester, doing);
    return this.#inTurn(async () => {
      const calendars = await this.#all();
      if (calendars.has(request.key)) throw invalidInput(doing, [issueAt("/key", "calendar_taken")]);
      return this.#write(this.#made(requester, request.key, request), calendars, doing);
    });
  }

  async update(
    requester: Requester,
    key: string,
    input: unknown,
    revisions: readonly number[] | null,
  ): Promise<Calendar> {
    const doing = `change calendar "${key}"`;
    const request = parseCalendarChange(input, doing);
    assertMayEdit(requester, doing);
    return this.#inTurn(async () => {
      const calendars = await this.#all();
      const before = found(calendars, key);
      assertRevision(before, revisions, doing);
      return this.#write(this.#changed(requester, before, request), calendars, doing);
    });
  }

  async remove(requester: Requester, key: string, revisions: readonly number[] | null): Promise<Calendar> {
    const doing = `remove calendar "${key}"`;
    assertMayEdit(requester, doing);
    return this.#inTurn(async () => {
      const { tenant, rules } = this.#options;
      const calendars = await this.#all();
      const calendar = found(calendars, key);
      assertRevision(calendar, revisions, doing);
      await this.#assertUnused(requester, key, calendars, doing);
      const removed = await this.#records.remove(tenant, { id: key, revision: calendar.revision });
      await rules.announce();
      if (removed === 0) throw stale(doing);
      return calendar;
    });
  }

  async preview(requester: Requester, key: string, input: unknown): Promise<CalendarPreview> {
    const doing = `preview a change of calendar "${key}"`;
    const request = parseCalendarChange(input, doing);
    const calendars = await this.#all();
    const next = this.#changed(requester, found(calendars, key), request);
    assertComplete(next, calendars, doing);
    return this.#previewOf(requester, next, calendars);
  }

  async fires(_: Requester, request: CalendarFiresRequest): Promise<CalendarFires> {
    const { clock, tenant, rules } = this.#options;
    const { calendars } = await rules.read();
    return LoopTurns.of(clock, tenant).run(firesOnDays(request, calendars));
  }

  async import(requester: Requester, input: unknown): Promise<CalendarImport> {
    const doing = "import a calendar";
    assertMayEdit(requester, doing);
    const { key, name, replace, dryRun, days, ignored } = readImport(input, doing);
    const change = { ...days, ...(name !== undefined && { name }) };
    return this.#inTurn(async () => {
      const calendars = await this.#all();
      const before = calendars.get(key);
      if (before !== undefined && !replace) throw invalidInput(doing, [issueAt("/key", "calendar_taken")]);
      const calendar =
        before === undefined
          ? this.#made(requester, key, { name: key, ...change })
          : this.#changed(requester, before, change);
      assertComplete(calendar, calendars, doing);
      const preview = await this.#previewOf(requester, calendar, calendars);
      const outcome = { calendar, isNew: before === undefined, preview, ignored };
      if (dryRun) return outcome;
      await this.#write(calendar, calendars, doing);
      return outcome;
    });
  }

  async #all(): Promise<Calendars> {
    const { tenant } = this.#options;
    const all = await this.#records.find({ tenant, where: {}, order: ["id"], limit: MOST_CALENDARS });
    return new Map(all.map((calendar) => [calendar.key, calendar]));
  }

  #made({ by }: Requester, key: string, request: CalendarChange & Pick<Calendar, "name">): Calendar {
    const { tenant, clock } = this.#options;
    const now = clock.now();
    return {
      weekend: SATURDAY_AND_SUNDAY,
      extends: [],
      days: {},
      names: {},
      coveredFrom: null,
      coveredTo: null,
      source: null,
      ...request,
      key,
      tenant,
      revision: 1,
      createdAt: now,
      changedAt: now,
      changedBy: by,
    };
  }

  #changed({ by }: Requester, before: Calendar, change: CalendarChange): Calendar {
    const changedAt = this.#options.clock.now();
    return { ...before, ...change, revision: before.revision + 1, changedAt, changedBy: by };
  }

  async #write(calendar: Calendar, calendars: Calendars, doing: string): Promise<Calendar> {
    assertComplete(calendar, calendars, doing);
    const [isWritten] = await this.#records.put([calendar]);
    // Also where another process was faster: it may have ended before it announced what it wrote.
    await this.#options.rules.announce();
    if (isWritten !== true) throw stale(doing);
    return calendar;
  }

  /** The jobs that fire by a calendar, or by one that extends it. */
  async #users(key: string, calendars: Calendars): Promise<readonly JobDefinition[]> {
    return usersOf(key, calendars, await this.#options.cache.getAll());
  }

  async #assertUnused(requester: Requester, key: string, calendars: Calendars, doing: string): Promise<void> {
    const jobs = (await this.#options.cache.getAll()).filter((job) => calendarKeysOf(job).includes(key));
    const others = [...calendars.values()].filter((one) => one.extends.includes(key));
    if (jobs.length + others.length === 0) return;
    const shown = [
      ...others.map((one) => `calendar "${one.key}"`),
      ...jobs.filter(({ app }) => requester.apps.has(app)).map((job) => `job "${job.key}"`),
    ];
    const more = jobs.length + others.length - Math.min(shown.length, USERS_NAMED);
    const named = [...shown.slice(0, USERS_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(", ");
    throw new MoJobError(MoJobErrorCode.CalendarInUse, `Cannot ${doing}: it is used by ${named}`);
  }

  async #previewOf(requester: Requester, next: Calendar, calendars: Calendars): Promise<CalendarPreview> {
    const { tenant, clock } = this.#options;
    const jobs = await this.#users(next.key, calendars);
    const before = await readScheduleFacts(jobs, this.#options);
    const changed = new Map(calendars).set(next.key, next);
    const resolved = [...changed.values()].map((one) => [one.key, resolveCalendar(one, changed)] as const);
    const after = { ...before, rules: { ...before.rules, calendars: new Map(resolved) } };
    const now = clock.now();
    const turns = LoopTurns.of(clock, tenant);
    const found = [];
    for (const job of jobs)
      found.push({ job, change: await turns.run(changedFires(job, now, before, after)) });
    const real = found.filter(({ change: { moved, removed, added } }) => moved + removed + added > 0);
    const sum = (part: "moved" | "removed" | "added"): number =>
      real.reduce((all, { change }) => all + change[part], 0);
    return {
      moved: sum("moved"),
      removed: sum("removed"),
      added: sum("added"),
      changed: real.length,
      jobs: real
        .filter(({ job }) => requester.apps.has(job.app))
        .map(({ change }) => change)
        .sort((a, b) => sizeOf(b) - sizeOf(a) || byText(a.jobKey, b.jobKey))
        .slice(0, JOBS_SHOWN),
    };
  }

  #inTurn<Result>(write: () => Promise<Result>): Promise<Result> {
    const written = this.#written.then(write);
    // Its caller learns of a failure; the next one begins all the same.
    this.#written = written.catch(() => {});
    return written;
  }
}

function sizeOf({ moved, removed, added }: CalendarPreview["jobs"][number]): number {
  return moved + removed + added;
}

/**
 * A calendar is for all apps, and who changes one moves the fires of all jobs that use it, today or tomorrow.
 * @throws MoJobError `forbidden`
 */
function assertMayEdit(requester: Requester, doing: string): void {
  const { by, scope } = requester;
  if (scope === null && requester.appsWith(Permission.EditJobs).isAll) return;
  throw new MoJobError(
    MoJobErrorCode.Forbidden,
    `Cannot ${doing} as "${by ?? "code"}": the permission "${Permission.EditJobs}" is needed in every app`,
  );
}

function found(calendars: Calendars, key: string): Calendar {
  const calendar = calendars.get(key);
  if (calendar !== undefined) return calendar;
  throw new MoJobError(MoJobErrorCode.CalendarNotFound, `Cannot find calendar "${key.slice(0, 64)}"`);
}

/** @throws MoJobError `invalid_argument` for what only all calendars together show */
function assertComplete(calendar: Calendar, calendars: Calendars, doing: string): void {
  const { coveredFrom, coveredTo, key } = calendar;
  if (coveredFrom !== null && coveredTo !== null && coveredTo < coveredFrom)
    throw invalidInput(doing, [issueAt("/coveredTo", "days_backwards")]);
  assertExtends(calendar, calendars, doing);
  const others = [...calendars.values()].filter((one) => one.key !== key);
  const days = [calendar, ...others].reduce((sum, one) => sum + sizeIn(one), 0);
  if (days > MOST_DAYS)
    throw invalidInput(doing, [issueAt("/days", "too_many_days", { max: MOST_DAYS, count: days })]);
  if (!calendars.has(key) && calendars.size >= MOST_CALENDARS)
    throw invalidInput(doing, [issueAt("", "calendars_full", { max: MOST_CALENDARS })]);
}

/** The days that it says something of. */
function sizeIn({ days, names }: Calendar): number {
  return Math.max(Object.keys(days).length, Object.keys(names).length);
}

function assertRevision({ revision }: Calendar, revisions: readonly number[] | null, doing: string): void {
  if (revisions !== null && !revisions.includes(revision)) throw stale(doing);
}

function stale(doing: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.StaleRevision,
    `Cannot ${doing}: it was changed meanwhile; read it again before you change it`,
  );
}
