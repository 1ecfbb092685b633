import { aDefinition, START } from "@mojob/test-fixtures/records";
import { createWorld, type World } from "@mojob/test-fixtures/world";
import { expect, it } from "vitest";
import type { JobDefinition } from "../model/job-definition.ts";
import { fireId } from "../model/name/run-id.ts";
import type { ScheduleCalendar } from "../model/option/value/schedule-calendar.ts";
import { namedFires } from "../schedule/owed-stretches.ts";
import type { ScheduleRules } from "../schedule/rules/schedule-rules.ts";
import type { WorkCalendar } from "../schedule/rules/work-calendar.ts";
import { FiringLoop } from "./firing-loop.ts";
import { readScheduleFacts } from "./read-schedule-facts.ts";

const DAY_MS = 86_400_000;
const YEAR_END = new Date("2027-01-01T00:00:00Z");

/** Weekdays, but for days that are the other way round. */
function aCalendar(turned: ReadonlySet<string>): WorkCalendar {
  return {
    key: "c",
    revision: turned.size,
    knownTo: null,
    dayAt: (day) => {
      const date = new Date(day * DAY_MS);
      const isWeekday = ![0, 6].includes(date.getUTCDay());
      return {
        works: isWeekday !== turned.has(date.toISOString().slice(0, 10)),
        name: null,
        isEstimated: false,
      };
    },
  };
}

const TURNED = new Set([
  "2026-03-27",
  "2026-03-30",
  "2026-05-09",
  "2026-10-01",
  "2026-10-02",
  "2026-10-10",
  "2026-10-23",
]);

/** One a day, in zones whose clocks change, by each kind of days. */
const JOBS: readonly (readonly [cron: string, timeZone: string, calendar: Omit<ScheduleCalendar, "key">])[] =
  [
    ["0 30 2 * * *", "Europe/London", {}],
    ["0 30 1 * * *", "Europe/Berlin", { on: "offday" }],
    ["0 30 2 28 * *", "Europe/Berlin", { otherwise: "next" }],
    ["0 30 2 * * 0", "America/New_York", { otherwise: "previous" }],
    ["0 0 9 1,15 * *", "Asia/Shanghai", { otherwise: "previous" }],
    ["0 0 1 * * *", "Asia/Shanghai", { dayStartsAt: "06:00" }],
    ["0 0 18 * * *", "UTC", { on: { nth: -1, of: "month" } }],
  ];

function jobs(): readonly JobDefinition[] {
  return JOBS.map(([cron, timeZone, calendar], index) =>
    aDefinition({
      key: `job-${index}`,
      kind: "recurring",
      options: { cron, timeZone, calendar: { key: "c", ...calendar }, jitterMs: index === 2 ? 60_000 : 0 },
    }),
  );
}

/** Fires up to an instant, moving the clock from one fire to the next. */
async function fireTo(world: World, end: Date): Promise<void> {
  const loop = new FiringLoop({ ...world, tenant: "default" });
  for (let from = await loop.loadCursor(); ;) {
    const { cursor, nextDue } = await loop.fireWindow(from, new AbortController().signal);
    if (nextDue === null || nextDue > end) break;
    world.clock.jumpWallClock(nextDue.getTime() - world.clock.now().getTime());
    from = cursor;
  }
  world.clock.jumpWallClock(end.getTime() - world.clock.now().getTime());
}

async function forecast(
  world: World,
  after: Date,
  to: Date,
): Promise<readonly (readonly [string, string])[]> {
  const all = await world.cache.getAll();
  const facts = await readScheduleFacts(all, { ...world, tenant: "default" });
  return all.flatMap((job) =>
    [...namedFires(job, after, to, facts)].map(([id, at]) => [id, at.toISOString()] as const),
  );
}

async function fired(world: World): Promise<readonly (readonly [string, string])[]> {
  const runs: [string, string][] = [];
  for (let cursor: string | undefined; ;) {
    const page = await world.store.queries.list(
      { tenant: "default" },
      { limit: 200, ...(cursor !== undefined && { cursor }) },
    );
    for (const { id, createdAt, missed } of page.items) {
      expect(missed).toBeNull();
      runs.push([id, createdAt.toISOString()]);
    }
    if (page.nextCursor === null || page.nextCursor === undefined) return runs;
    cursor = page.nextCursor;
  }
}

const sorted = (fires: readonly (readonly [string, string])[]) =>
  fires.toSorted(([a], [b]) => (a < b ? -1 : 1));

it("a forecast of a year with calendars and clock changes is what then fires, by id and by time", async () => {
  const rules: Partial<ScheduleRules> = { calendars: new Map([["c", aCalendar(TURNED)]]) };
  const world = createWorld({ rules: [{ load: async () => rules }] });
  await world.define(...jobs());
  const expected = await forecast(world, START, YEAR_END);
  expect(expected.length).toBeGreaterThan(700);
  await fireTo(world, YEAR_END);
  expect(sorted(await fired(world))).toEqual(sorted(expected));
});

it("a calendar that changes in between moves what is to come, and makes nothing twice", async () => {
  let rules: Partial<ScheduleRules> = { calendars: new Map([["c", aCalendar(TURNED)]]) };
  const world = createWorld({ rules: [{ load: async () => rules }] });
  await world.define(...jobs());
  // Thursday: the 28th has been brought forward from a Saturday already, when its Friday is turned back.
  const edit = new Date("2026-03-26T12:00:00Z");
  const before = await forecast(world, START, edit);
  await fireTo(world, edit);
  rules = { calendars: new Map([["c", aCalendar(new Set(["2026-03-28", "2026-03-30"]))]]) };
  await world.rules.announce();
  const after = await forecast(world, edit, YEAR_END);
  await fireTo(world, YEAR_END);
  const known = new Set(before.map(([id]) => id));
  expect(sorted(await fired(world))).toEqual(sorted([...before, ...after.filter(([id]) => !known.has(id))]));
});

it("a moved fire keeps the id of its own time, and counts as due when it begins", async () => {
  const rules = { calendars: new Map([["c", aCalendar(TURNED)]]) };
  const world = createWorld({ rules: [{ load: async () => rules }] });
  // Saturday 3 January is moved to Monday.
  const [, , monthly] = jobs();
  const job = { ...(monthly as JobDefinition), key: "third" };
  const schedule = { ...job.options.schedule, cron: "0 0 9 3 * *", jitterMs: 0, timeZone: "UTC" };
  await world.define({ ...job, options: { ...job.options, schedule } } as JobDefinition);
  await fireTo(world, new Date("2026-01-06T00:00:00Z"));
  const nominalTime = new Date("2026-01-03T09:00:00Z");
  const moved = new Date("2026-01-05T09:00:00Z");
  expect(await world.instances()).toMatchObject([
    {
      id: fireId("third", nominalTime),
      trigger: { type: "cron", nominalTime },
      state: "Enqueued",
      createdAt: moved,
      scheduledFor: moved,
    },
  ]);
});
