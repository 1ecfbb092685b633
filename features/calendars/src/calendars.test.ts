import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { IMoJobScheduleMetadataStore, MoJobScheduler } from "@mojob/core";
import {
  createEngine,
  createScheduler,
  type Granted,
  permissionsOf,
  Role,
  type ScheduleCalendar,
} from "@mojob/core/engine";
import { openSqlite } from "@mojob/sqlite";
import { aDefinition } from "@mojob/test-fixtures/records";
import { createWorld, type World } from "@mojob/test-fixtures/world";
import { afterEach, describe, expect, it } from "vitest";
import { CALENDARS } from "./mod.ts";

const COMPANY = { key: "company", name: "Company" } as const;
const WORKDAYS: ScheduleCalendar = { key: "company" };

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function openInFile(): Promise<IMoJobScheduleMetadataStore> {
  const folder = mkdtempSync(join(tmpdir(), "mojob-calendars-"));
  const stores = await openSqlite(join(folder, "jobs.db"));
  closing.push(async () => {
    await stores.close();
    rmSync(folder, { recursive: true });
  });
  return stores.store;
}

interface Opened {
  readonly world: World;
  readonly scheduler: MoJobScheduler;
  as(role: Role, ...apps: readonly string[]): MoJobScheduler;
  /** Stores a job that fires each day at nine. */
  define(key: string, calendar: ScheduleCalendar | null, app?: string): Promise<void>;
  next(key: string, count?: number): Promise<readonly string[]>;
}

async function open(openStore?: () => Promise<IMoJobScheduleMetadataStore>): Promise<Opened> {
  const world = createWorld();
  const store = openStore === undefined ? world.store : await openStore();
  const engine = createEngine({ ...world, store, tenant: "default", features: [CALENDARS] });
  const scheduler = createScheduler(engine);
  return {
    world,
    scheduler,
    as: (role, ...apps) => scheduler.as({ name: "li", kind: "user", ...granted(role, apps) }),
    async define(key, calendar, app = "mail") {
      const options = { cron: "0 0 9 * * *", calendar };
      const stored = await store.definitions.register([
        aDefinition({ key, app, kind: "recurring", options }),
      ]);
      await engine.cache.announce(stored.map(({ definition }) => definition));
    },
    async next(key, count = 5) {
      const fires = await scheduler.jobs.upcoming(key, count);
      return fires.map(({ at }) => at.toISOString().slice(0, 10));
    },
  };
}

function granted(role: Role, apps: readonly string[]): Granted {
  const permissions = permissionsOf(role);
  if (apps.length === 0) return { permissions };
  return { permissions: [], grants: permissions.map((permission) => ({ permission, apps })) };
}

const issue = (pointer: string, code: string) => ({
  code: "invalid_argument",
  issues: [expect.objectContaining({ pointer, code }) as unknown],
});

describe.each([
  ["memory", undefined],
  ["SQLite", openInFile],
] as const)("calendars in %s", (_, openStore) => {
  it("are made, read, changed at their revision alone, listed by key and removed", async () => {
    const { scheduler } = await open(openStore);
    const { calendars } = scheduler;
    const made = await calendars.create(COMPANY);
    expect(made).toMatchObject({
      ...COMPANY,
      revision: 1,
      weekend: [6, 7],
      extends: [],
      days: {},
      names: {},
      coveredTo: null,
    });
    await calendars.create({ ...COMPANY, key: "a" });
    expect((await calendars.list()).map(({ key }) => key)).toEqual(["a", "company"]);
    const days = { "2026-01-03": "work" };
    expect(await calendars.update("company", { days }, [1])).toMatchObject({
      days,
      revision: 2,
      name: "Company",
    });
    await expect(calendars.update("company", { days: {} }, [1])).rejects.toMatchObject({
      code: "stale_revision",
    });
    await expect(calendars.remove("company", [1])).rejects.toMatchObject({ code: "stale_revision" });
    await calendars.remove("company", [2]);
    await expect(calendars.get("company")).rejects.toMatchObject({ code: "calendar_not_found" });
    await expect(calendars.create({ ...COMPANY, key: "a" })).rejects.toMatchObject(
      issue("/key", "calendar_taken"),
    );
  });

  it("say on which days a job fires, from the moment their change is acknowledged", async () => {
    const { scheduler, define, next } = await open(openStore);
    await scheduler.calendars.create(COMPANY);
    await define("report", WORKDAYS);
    // The clock stands at Thursday 1 January 2026.
    expect(await next("report")).toEqual([
      "2026-01-01",
      "2026-01-02",
      "2026-01-05",
      "2026-01-06",
      "2026-01-07",
    ]);
    const days = { "2026-01-02": "off", "2026-01-03": "work" };
    await scheduler.calendars.update("company", { days }, null);
    expect(await next("report", 3)).toEqual(["2026-01-01", "2026-01-03", "2026-01-05"]);
  });

  it("extend one another: a calendar's own days, then those of the first that says something, then the weekday", async () => {
    const { scheduler, define, next } = await open(openStore);
    const { calendars } = scheduler;
    await calendars.create({ key: "one", name: "One", days: { "2026-01-02": "off", "2026-01-03": "work" } });
    await calendars.create({
      key: "two",
      name: "Two",
      days: { "2026-01-02": "work", "2026-01-05": "off", "2026-01-06": "off" },
      coveredTo: "2026-12-31",
    });
    await calendars.create({ ...COMPANY, extends: ["one", "two"], days: { "2026-01-06": "work" } });
    await define("report", WORKDAYS);
    expect(await next("report", 4)).toEqual(["2026-01-01", "2026-01-03", "2026-01-06", "2026-01-07"]);
    const detail = await calendars.get("company");
    expect(detail).toMatchObject({ knownTo: "2026-12-31", jobs: 1 });
    expect(detail.inherited.days).toEqual({ "2026-01-02": "off", "2026-01-03": "work", "2026-01-05": "off" });
    await calendars.update("two", { days: { "2026-01-07": "off" } }, null);
    expect(await next("report", 4)).toEqual(["2026-01-01", "2026-01-03", "2026-01-05", "2026-01-06"]);
  });
});

describe("a calendar", () => {
  it("extends no calendar that is not there, itself, or more than four one after another", async () => {
    const { calendars } = (await open()).scheduler;
    const made = (key: string, ...others: readonly string[]) =>
      calendars.create({ key, name: key, extends: others });
    await expect(made("a", "nothing")).rejects.toMatchObject(issue("/extends/0", "no_such_calendar"));
    await made("a");
    await expect(calendars.update("a", { extends: ["a"] }, null)).rejects.toMatchObject(
      issue("/extends/0", "calendar_cycle"),
    );
    await made("b", "a");
    await made("c", "b");
    await expect(calendars.update("a", { extends: ["c"] }, null)).rejects.toMatchObject({
      issues: [{ code: "calendar_cycle", parameters: { path: ["a", "c", "b", "a"] } }],
    });
    await made("d", "c");
    await made("e", "d");
    await expect(made("f", "e")).rejects.toMatchObject(issue("/extends", "calendar_too_deep"));
    await made("z");
    await expect(calendars.update("a", { extends: ["z"] }, null)).rejects.toMatchObject(
      issue("/extends", "calendar_too_deep"),
    );
  });

  it.each([
    [{ key: "a b" }, "/key", "calendar_key_rule"],
    [{ days: { "2026-02-30": "off" } }, "/days/2026-02-30", "not_a_date"],
    [{ days: { "2026-02-28": "holiday" } }, "/days/2026-02-28", "not_one_of"],
    [{ names: { "2026-02-28": "" } }, "/names/2026-02-28", "empty"],
    [{ weekend: [0] }, "/weekend/0", "too_small"],
    [{ coveredFrom: "2026-02-01", coveredTo: "2026-01-31" }, "/coveredTo", "days_backwards"],
    [{ holidays: {} }, "/holidays", "not_allowed"],
  ])("is refused with %j", async (part, pointer, code) => {
    const { calendars } = (await open()).scheduler;
    await expect(calendars.create({ ...COMPANY, ...part })).rejects.toMatchObject({
      code: "invalid_argument",
      issues: [expect.objectContaining({ pointer })],
    });
    expect(code).not.toBe("");
  });

  it("is one of at most 100, also where many are made at once", async () => {
    const { calendars } = (await open()).scheduler;
    const made = await Promise.allSettled(
      Array.from({ length: 103 }, (_, index) => calendars.create({ key: `c${index}`, name: "C" })),
    );
    expect(made.filter(({ status }) => status === "rejected")).toHaveLength(3);
    expect(await calendars.list()).toHaveLength(100);
  });

  it("has at most 5000 days, and all of them together 50000", async () => {
    const { calendars } = (await open()).scheduler;
    const daysOf = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, day) => [
          new Date(day * 86_400_000).toISOString().slice(0, 10),
          "off",
        ]),
      );
    await expect(calendars.create({ ...COMPANY, days: daysOf(5001) })).rejects.toMatchObject(
      issue("/days", "too_many"),
    );
    for (let index = 0; index < 10; index += 1)
      await calendars.create({ key: `c${index}`, name: "C", days: daysOf(5000) });
    await expect(calendars.create({ ...COMPANY, days: daysOf(1) })).rejects.toMatchObject(
      issue("/days", "too_many_days"),
    );
    await calendars.update("c0", { days: daysOf(4999) }, null);
    await calendars.create({ ...COMPANY, days: daysOf(1) });
  });

  it("is not removed while jobs fire by it, or others extend it", async () => {
    const { scheduler, define } = await open();
    const { calendars } = scheduler;
    await calendars.create(COMPANY);
    await calendars.create({ key: "shop", name: "Shop", extends: ["company"] });
    await expect(calendars.remove("company", null)).rejects.toMatchObject({
      code: "calendar_in_use",
      message: 'Cannot remove calendar "company": it is used by calendar "shop"',
    });
    await calendars.remove("shop", null);
    await define("report", WORKDAYS);
    await expect(calendars.remove("company", null)).rejects.toMatchObject({
      message: 'Cannot remove calendar "company": it is used by job "report"',
    });
  });

  it("is changed by who may edit jobs in every app, and read by who reads jobs in one", async () => {
    const { scheduler, define, as } = await open();
    await scheduler.calendars.create(COMPANY);
    await define("report", WORKDAYS, "mail");
    await define("ship", WORKDAYS, "shop");
    const days = { "2026-01-02": "off" };
    const refused = { code: "forbidden" };
    const mail = as(Role.Editor, "mail").calendars;
    await expect(mail.create({ key: "mail", name: "Mail" })).rejects.toMatchObject(refused);
    await expect(mail.update("company", { days }, null)).rejects.toMatchObject(refused);
    await expect(mail.remove("company", null)).rejects.toMatchObject(refused);
    await expect(mail.import({ key: "cn", source: "cn" })).rejects.toMatchObject(refused);
    expect(await mail.get("company")).toMatchObject({ jobs: 1, calendar: { revision: 1 } });
    expect(await mail.preview("company", { days })).toMatchObject({
      removed: 2,
      changed: 2,
      jobs: [{ jobKey: "report" }],
    });
    await expect(as(Role.Viewer).calendars.update("company", { days }, null)).rejects.toMatchObject(refused);
    expect(await as(Role.Viewer, "shop").calendars.list()).toHaveLength(1);
    await as(Role.Editor).calendars.update("company", { days }, null);
  });

  it("shows before a change how many fires of which jobs it moves", async () => {
    const { scheduler, define } = await open();
    const { calendars } = scheduler;
    await calendars.create(COMPANY);
    await define("skips", WORKDAYS);
    await define("waits", { key: "company", otherwise: "next" });
    await define("always", null);
    await scheduler.jobs.update("waits", { cron: "0 0 9 15 * *" }, 1);
    // Thursday 15 January: skipped by the one, moved to Friday by the other.
    const preview = await calendars.preview("company", { days: { "2026-01-15": "off" } });
    expect(preview).toMatchObject({ moved: 1, removed: 1, added: 0, changed: 2 });
    expect(preview.jobs).toEqual([
      {
        jobKey: "skips",
        moved: 0,
        removed: 1,
        added: 0,
        first: [{ from: new Date("2026-01-15T09:00:00Z"), to: null }],
      },
      {
        jobKey: "waits",
        moved: 1,
        removed: 0,
        added: 0,
        first: [{ from: new Date("2026-01-15T09:00:00Z"), to: new Date("2026-01-16T09:00:00Z") }],
      },
    ]);
    expect((await calendars.get("company")).calendar.revision).toBe(1);
    await scheduler.jobs.update("skips", { cron: "0 * * * * *" }, 1);
    expect(
      await calendars.preview("company", { days: { "2026-01-15": "off", "2026-01-17": "work" } }),
    ).toMatchObject({
      removed: 1440,
      added: 1440,
      moved: 1,
    });
  });

  it("notes what was changed of which day, and by whom", async () => {
    const { scheduler, as } = await open();
    await scheduler.calendars.create({ ...COMPANY, days: { "2026-01-02": "off" } });
    await as(Role.Editor).calendars.update("company", { days: { "2026-01-02": "work" } }, null);
    const { items } = await scheduler.audit.list({ kind: "edit_calendar" }, { limit: 10 });
    expect(items[0]).toMatchObject({
      by: { id: "user:li" },
      subject: { type: "calendar", id: "company" },
      changes: [{ pointer: "/days.2026-01-02", before: '"off"', after: '"work"' }],
    });
  });
});

describe("the option of a job", () => {
  it.each([
    [{ calendar: { key: "other" } }, "/calendar/key", "no_such_calendar"],
    [{ calendar: { key: "company", on: "holiday" } }, "/calendar/on", "not_one_of"],
    [{ calendar: { key: "company", on: { nth: 0, of: "month" } } }, "/calendar/on/nth", "not_a_value"],
    [{ calendar: { key: "company", dayStartsAt: "24:00" } }, "/calendar/dayStartsAt", "not_time_of_day"],
    [
      { calendar: { key: "company", otherwise: "next" }, cron: "0 0 9,17 * * *" },
      "/calendar/otherwise",
      "needs_daily_time",
    ],
    [
      { calendar: { key: "company", otherwise: "next", on: { nth: 1, of: "month" } } },
      "/calendar/otherwise",
      "excludes",
    ],
    [
      { calendar: { key: "company", otherwise: "next" }, cron: null, everyMs: 60_000 },
      "/calendar/otherwise",
      "needs_daily_time",
    ],
    [
      { calendar: { key: "company" }, cron: null, everyMs: 60_000, everyFrom: "end" },
      "/calendar",
      "excludes",
    ],
    [
      { schedules: [{ name: "evening", cron: "0 0 18 * * *", calendar: { key: "other" } }] },
      "/schedules/0/calendar/key",
      "no_such_calendar",
    ],
  ])("is refused as %j", async (patch, pointer, code) => {
    const { scheduler, define } = await open();
    await scheduler.calendars.create(COMPANY);
    await define("report", null);
    await expect(scheduler.jobs.update("report", patch, 1)).rejects.toMatchObject(issue(pointer, code));
  });

  it("goes with an interval, and with named schedules of their own days", async () => {
    const { scheduler, define } = await open();
    await scheduler.calendars.create({ ...COMPANY, days: { "2026-01-02": "off" } });
    await define("report", null);
    const evening = { name: "evening", cron: "0 0 18 * * *", calendar: { key: "company", on: "offday" } };
    await scheduler.jobs.update("report", { schedules: [evening] }, 1);
    expect(
      (await scheduler.jobs.upcoming("report", 3)).map(({ at, schedule }) => [at.toISOString(), schedule]),
    ).toEqual([
      ["2026-01-01T09:00:00.000Z", null],
      ["2026-01-02T09:00:00.000Z", null],
      ["2026-01-02T18:00:00.000Z", "evening"],
    ]);
    await scheduler.jobs.update(
      "report",
      { cron: null, everyMs: 43_200_000, calendar: WORKDAYS, schedules: [] },
      2,
    );
    expect(
      (await scheduler.jobs.upcoming("report", 3)).map(({ at }) => at.toISOString().slice(0, 13)),
    ).toEqual(["2026-01-01T12", "2026-01-05T00", "2026-01-05T12"]);
  });

  it("is refused without the feature, and a job that has one then fires on no day", async () => {
    const { world, define, next } = await open();
    await define("report", WORKDAYS);
    expect(await next("report")).toEqual([]);
    const plain = createScheduler(createEngine({ ...world, tenant: "default" }));
    await define("other", null);
    await expect(plain.jobs.update("other", { calendar: WORKDAYS }, 1)).rejects.toMatchObject(
      issue("/calendar/key", "no_such_calendar"),
    );
    await expect(plain.calendars.list()).rejects.toMatchObject({ code: "feature_missing" });
  });

  it("fires on one working day of each period", async () => {
    const { scheduler, define, next } = await open();
    await scheduler.calendars.create({ ...COMPANY, days: { "2026-01-30": "off" } });
    await define("close", { key: "company", on: { nth: -1, of: "month" } });
    expect(await next("close", 3)).toEqual(["2026-01-29", "2026-02-27", "2026-03-31"]);
    await define("open", { key: "company", on: { nth: 3, of: "quarter" } });
    expect(await next("open", 2)).toEqual(["2026-01-05", "2026-04-03"]);
  });

  it("holds where the calendar does not know the day, if it is to, and goes by weekdays else", async () => {
    const { scheduler, define, next } = await open();
    await scheduler.calendars.create({ ...COMPANY, coveredTo: "2026-01-02" });
    await define("guesses", WORKDAYS);
    await define("holds", { key: "company", beyond: "hold" });
    expect(await next("guesses", 3)).toEqual(["2026-01-01", "2026-01-02", "2026-01-05"]);
    expect(await next("holds", 3)).toEqual(["2026-01-01", "2026-01-02"]);
    await scheduler.calendars.update("company", { coveredTo: "2026-01-05" }, null);
    expect(await next("holds", 3)).toEqual(["2026-01-01", "2026-01-02", "2026-01-05"]);
  });
});
