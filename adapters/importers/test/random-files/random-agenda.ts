import fc from "fast-check";
import { DAY_MS, type Meaning, PROCESS_ZONE, type RandomFile } from "./hold-files.ts";

const UNIT_MS = { second: 1000, minute: 60_000, hour: 3_600_000, day: DAY_MS, week: 7 * DAY_MS } as const;
const HOURS_AHEAD: Readonly<Record<string, number>> = { "Asia/Tokyo": 9, "America/Phoenix": -7, UTC: 0 };

const CRON = fc
  .tuple(fc.nat(59), fc.nat(23), fc.constantFrom("* * *", "* * 1-5", "1 * *", "* 3 *"))
  .map(([minute, hour, days]) => ({ cron: `${minute} ${hour} ${days}` }));
const WORDS = fc
  .tuple(
    fc.integer({ min: 1, max: 90 }),
    fc.constantFrom(...(Object.keys(UNIT_MS) as (keyof typeof UNIT_MS)[])),
  )
  .map(([count, unit]) => ({ words: `${count} ${unit}s`, everyMs: count * UNIT_MS[unit] }));
const MS = fc.constantFrom(0, 999, 1000, 90_000).map((everyMs) => ({ words: everyMs, everyMs }));
const REPEAT = fc.oneof(CRON, WORDS, MS, fc.constant(null));
const AT = fc.constantFrom(
  { text: "15:30", cron: "30 15 * * *" },
  { text: "3 am", cron: "0 3 * * *" },
  { text: "12:05am", cron: "5 0 * * *" },
  { text: "noon", cron: null },
  null,
);
const INSTANT = fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }).map((seconds) => seconds * 1000);

const DRAWN = fc.record({
  repeat: REPEAT,
  at: AT,
  zone: fc.constantFrom(null, ...Object.keys(HOURS_AHEAD)),
  next: INSTANT,
  start: fc.option(INSTANT),
  end: fc.option(INSTANT),
  priority: fc.constantFrom(-20, -10, 0, 10, 20),
  disabled: fc.boolean(),
  data: fc.jsonValue({ maxDepth: 1 }).filter((value) => !JSON.stringify(value).includes('"$')),
  skipDays: fc.constantFrom(null, "", "0,6"),
  fork: fc.constantFrom(null, "", 7),
});
type Drawn = typeof DRAWN extends fc.Arbitrary<infer One> ? One : never;

function documentOf(drawn: Drawn, id: string): Readonly<Record<string, unknown>> {
  const date = (ms: number | null): unknown => (ms === null ? null : { $date: new Date(ms).toISOString() });
  const { repeat } = drawn;
  return {
    _id: { $oid: id },
    name: `job ${id}`,
    type: "normal",
    data: drawn.data,
    priority: drawn.priority,
    nextRunAt: date(drawn.next),
    repeatInterval: repeat === null ? null : "cron" in repeat ? repeat.cron : repeat.words,
    repeatAt: drawn.at?.text ?? null,
    repeatTimezone: drawn.zone,
    startDate: date(drawn.start),
    endDate: date(drawn.end),
    disabled: drawn.disabled,
    skipDays: drawn.skipDays,
    ownColumn: drawn.fork,
  };
}

/** The bounds of a job with a zone are days there: those that the process's clock, in UTC, shows. */
function boundOf(ms: number | null, zone: string | null): string | null {
  if (ms === null) return null;
  const hours = zone === null ? null : (HOURS_AHEAD[zone] ?? 0);
  return new Date(hours === null ? ms : Math.floor(ms / DAY_MS) * DAY_MS - hours * 3_600_000).toISOString();
}

function meaningOf({ repeat, at, zone, next, start, end, ...rest }: Drawn, id: string): Meaning {
  const interval = repeat !== null && "everyMs" in repeat ? repeat.everyMs : null;
  const isCarried = interval !== null && interval >= 1000 && interval <= 366 * DAY_MS;
  const cron = repeat === null ? (at?.cron ?? null) : "cron" in repeat ? repeat.cron : null;
  const from = boundOf(start, zone);
  const fromMs = from === null ? Date.UTC(2000, 0, 1) : Date.parse(from);
  const phase = interval === null ? 0 : (((next - fromMs) % interval) + interval) % interval;
  return {
    id,
    isRefused: repeat === null && cron === null,
    says: [
      ...(repeat !== null && at !== null ? ["repeat_at_unused repeatAt"] : []),
      ...(interval !== null && !isCarried ? ["interval_not_carried everyMs"] : []),
      ...(rest.skipDays === "0,6" ? ["skip_days skipDays"] : []),
      ...(rest.fork === 7 ? ["field_ignored ownColumn"] : []),
      ...(repeat === null && zone !== null && zone !== PROCESS_ZONE ? ["repeat_at_zone repeatTimezone"] : []),
    ],
    is: {
      cron,
      everyMs: isCarried ? interval : null,
      timeZone: cron === null ? null : repeat === null ? PROCESS_ZONE : (zone ?? PROCESS_ZONE),
      startTime: isCarried ? new Date(fromMs + phase).toISOString() : from,
      endTime: boundOf(end, zone),
      wasOn: !rest.disabled,
      args: rest.data,
      priority: 3 - rest.priority / 10,
    },
  };
}

export const AGENDA_FILE: fc.Arbitrary<RandomFile> = fc
  .tuple(fc.array(DRAWN, { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([drawn, isLines]) => {
    const documents = drawn.map((one, index) => documentOf(one, `id${index}`));
    const text = isLines ? documents.map((one) => JSON.stringify(one)).join("\n") : JSON.stringify(documents);
    return { text, wanted: drawn.map((one, index) => meaningOf(one, `id${index}`)) };
  });
