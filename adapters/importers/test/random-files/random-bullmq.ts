import fc from "fast-check";
import { DAY_MS, type Meaning, PROCESS_ZONE, type RandomFile } from "./hold-files.ts";

const CRON = fc
  .tuple(fc.nat(59), fc.nat(23), fc.constantFrom("* * *", "* * 1-5", "1 * *", "* 3 *"))
  .map(([minute, hour, days]) => `${minute} ${hour} ${days}`);
const INSTANT = fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }).map((seconds) => seconds * 1000);
const EVERY = fc.constantFrom(999, 1000, 7000, 60_000, DAY_MS);

const DRAWN = fc.record({
  rule: fc.oneof(
    CRON.map((pattern) => ({ pattern })),
    CRON.map((cron) => ({ cron })),
    EVERY.map((every) => ({ every })),
    EVERY.map((every) => ({ every: String(every) })),
  ),
  tz: fc.constantFrom(null, "Europe/Berlin", "GMT+08:00"),
  next: fc.option(INSTANT),
  offset: fc.option(fc.nat(60_000)),
  startDate: fc.option(INSTANT),
  endDate: fc.option(INSTANT),
  limit: fc.option(fc.integer({ min: 1, max: 9 })),
  immediately: fc.boolean(),
  data: fc.jsonValue({ maxDepth: 1 }).filter((value) => !JSON.stringify(value).includes('"$')),
  attempts: fc.option(fc.integer({ min: 0, max: 2000 })),
  backoff: fc.constantFrom<unknown>(
    null,
    500,
    { type: "fixed", delay: 700 },
    { type: "exponential", delay: 900 },
  ),
  priority: fc.constantFrom(null, 0, 1, 10, 11, 1_000_000),
  lifo: fc.constantFrom(null, true),
  removeOnFail: fc.constantFrom(null, 100),
});
type Drawn = typeof DRAWN extends fc.Arbitrary<infer One> ? One : never;

function entryOf(drawn: Drawn, id: string): Readonly<Record<string, unknown>> {
  const { rule, data, attempts, backoff, priority, lifo, removeOnFail, ...rest } = drawn;
  const opts = { attempts, backoff, priority, lifo, removeOnFail };
  return { key: id, name: `job ${id}`, iterationCount: 3, ...rule, ...rest, template: { data, opts } };
}

function meaningOf(drawn: Drawn, id: string): Meaning {
  const { rule, next, offset, startDate, endDate, attempts, backoff, priority } = drawn;
  const cron = "pattern" in rule ? rule.pattern : "cron" in rule ? rule.cron : null;
  const every = "every" in rule ? Number(rule.every) : null;
  const isCarried = every !== null && every >= 1000;
  const fromMs = startDate ?? Date.UTC(2000, 0, 1);
  const anchor = next ?? offset ?? 0;
  const phase = every === null ? 0 : (((anchor - fromMs) % every) + every) % every;
  const zone = drawn.tz === "GMT+08:00" ? "Etc/GMT-8" : (drawn.tz ?? PROCESS_ZONE);
  const tenfold = [1, 10, 100, 1000].filter((least) => (priority ?? 0) > least).length;
  return {
    id: `mail/${id}`,
    isRefused: false,
    says: [
      ...(drawn.limit === null ? [] : ["limit_ignored limit"]),
      ...(drawn.immediately ? ["immediately_ignored immediately"] : []),
      ...(drawn.lifo === null ? [] : ["field_ignored lifo"]),
      ...(drawn.removeOnFail === null ? [] : ["field_ignored removeOnFail"]),
      ...(startDate === null ? [] : ["starts_later startDate"]),
      ...(every !== null && !isCarried ? ["interval_not_carried everyMs"] : []),
    ],
    is: {
      cron,
      everyMs: isCarried ? every : null,
      timeZone: cron === null ? null : zone,
      startTime: isCarried
        ? new Date(fromMs + phase).toISOString()
        : startDate === null
          ? null
          : new Date(startDate).toISOString(),
      endTime: endDate === null ? null : new Date(endDate).toISOString(),
      args: drawn.data,
      wasOn: true,
      retryCount: attempts === null ? null : Math.min(1000, Math.max(0, attempts - 1)),
      retryIntervalMs:
        backoff === null
          ? null
          : typeof backoff === "number"
            ? backoff
            : (backoff as { delay: number }).delay,
      priority: priority === null ? null : Math.min(5, 1 + tenfold),
    },
  };
}

export const BULLMQ_FILE: fc.Arbitrary<RandomFile> = fc
  .array(DRAWN, { minLength: 1, maxLength: 3 })
  .map((drawn) => ({
    text: JSON.stringify({
      queue: "mail",
      schedulers: drawn.map((one, index) => entryOf(one, `id${index}`)),
    }),
    wanted: drawn.map((one, index) => meaningOf(one, `id${index}`)),
  }));
