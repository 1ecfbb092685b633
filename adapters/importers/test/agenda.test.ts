import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { planImport, type PlannedJob } from "../src/plan/plan-import.ts";
import { firesHere, type Window } from "./imported-fires.ts";
import { CRON_PARSER } from "./random-cron.ts";

interface JobAttributes {
  readonly name: string;
  readonly repeatInterval: string | number;
  readonly repeatTimezone?: string;
  readonly lastRunAt: Date;
  readonly startDate?: Date;
  readonly endDate?: Date;
}

interface NextRun {
  computeFromInterval(attributes: JobAttributes): Date | null;
}

const RUNS = 500;
/** In which Agenda reads what names no zone. */
const OF_PROCESS = Intl.DateTimeFormat().resolvedOptions().timeZone;
const LAST_MS = Date.parse("2027-01-01T10:20:30Z");
const WINDOW: Window = { fromMs: LAST_MS + 1, toMs: LAST_MS + 400 * 86_400_000, most: 6 };
let agenda: NextRun;

beforeAll(async () => {
  const root = dirname(createRequire(import.meta.url).resolve("agenda"));
  agenda = (await import(pathToFileURL(join(root, "utils/nextRunAt.js")).href)) as NextRun;
});

/** When Agenda itself would run it, each time from the run before; `null` where it throws. */
function runsThere(document: Omit<JobAttributes, "lastRunAt">, most: number): readonly number[] | null {
  const found: number[] = [];
  try {
    for (let at = LAST_MS; found.length < most;) {
      const next = agenda.computeFromInterval({ ...document, lastRunAt: new Date(at) });
      if (next === null || next.getTime() >= WINDOW.toMs) break;
      at = next.getTime();
      found.push(at / 1000);
    }
  } catch {
    return null;
  }
  return found;
}

function imported(document: Omit<JobAttributes, "lastRunAt">): PlannedJob {
  const next = { $date: new Date(LAST_MS).toISOString() };
  const text = JSON.stringify([{ _id: "1", ...document, lastRunAt: next, nextRunAt: next }]);
  const [job] = planImport({ source: "agenda", text, timeZone: OF_PROCESS, app: "ops" }).jobs;
  if (job === undefined) throw new TypeError("The document was not read");
  return job;
}

const codesOf = ({ findings }: PlannedJob): readonly string[] => findings.map(({ code }) => code);

const UNITS = fc.constantFrom("second", "minute", "hour", "day", "week", "month", "year");
const AMOUNT = fc.oneof(
  fc.integer({ min: 0, max: 120 }).map(String),
  fc.constantFrom(
    "a",
    "an",
    "one",
    "two",
    "twelve",
    "fifteen",
    "twenty",
    "thirty",
    "1.5",
    "half",
    "half a",
    "ninety",
  ),
);
const PART = fc
  .tuple(AMOUNT, UNITS, fc.boolean())
  .map(([amount, unit, isMany]) => `${amount} ${unit}${isMany ? "s" : ""}`);
const WORDS = fc.oneof(
  { weight: 6, arbitrary: PART },
  { weight: 3, arbitrary: fc.tuple(PART, PART).map((parts) => parts.join(" and ")) },
  { weight: 2, arbitrary: fc.tuple(PART, PART).map((parts) => parts.join(", ")) },
  { weight: 1, arbitrary: PART.map((part) => `${part} and a half`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("hour", "every 5 minutes", "3 fortnights", "5 min", "1 hour at 10:00"),
  },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 90_000_000 }).map(String) },
);

describe("random documents of Agenda", () => {
  it("with an expression run when Agenda's own computation has them run next", { timeout: 300_000 }, () => {
    const faults = fc.sample(CRON_PARSER, { numRuns: RUNS, seed: 52 }).flatMap((repeatInterval) => {
      const document = { name: "job", repeatInterval };
      const job = imported(document);
      const [here, there] = [firesHere(job, WINDOW), runsThere(document, WINDOW.most)];
      const isSaid = ["cron_not_carried", "interval_not_carried"].some((code) => codesOf(job).includes(code));
      if (here === null ? isSaid : there === null || JSON.stringify(here) === JSON.stringify(there))
        return [];
      return [
        `${repeatInterval}: ${JSON.stringify(here)} and not ${JSON.stringify(there)}, ${codesOf(job).join()}`,
      ];
    });
    expect(faults).toEqual([]);
  });

  it("with an interval in words have Agenda's length, or no schedule and say so", () => {
    const faults = fc.sample(WORDS, { numRuns: RUNS, seed: 52 }).flatMap((repeatInterval) => {
      const document = { name: "job", repeatInterval };
      const job = imported(document);
      const there = runsThere(document, 1)?.[0];
      const everyMs = there === undefined ? null : Math.round(there * 1000 - LAST_MS);
      const here = job.schedule?.everyMs ?? null;
      const isSaid = ["cron_not_carried", "interval_not_carried"].some((code) => codesOf(job).includes(code));
      if (here === everyMs || (here === null && isSaid)) return [];
      return [`${repeatInterval}: ${here} and not ${everyMs}, ${codesOf(job).join()}`];
    });
    expect(faults).toEqual([]);
  });

  it.each(["UTC", "Asia/Tokyo", "America/New_York", undefined])(
    "with a start and an end in %s run as Agenda has it, or say so",
    (repeatTimezone) => {
      const days = [undefined, "2026-12-20", "2027-01-01", "2027-01-02", "2027-03-13", "2027-06-30"];
      const dates = days.map((day) => (day === undefined ? undefined : new Date(`${day}T00:00:00Z`)));
      const ranges = dates.flatMap((startDate) => dates.map((endDate) => ({ startDate, endDate })));
      const faults = ranges.flatMap(({ startDate, endDate }) =>
        ["0 3 * * *", "30 23 * * 1-5", "0 0 1 * *", "*/20 * * * *"].flatMap((repeatInterval) => {
          const document = {
            name: "job",
            repeatInterval,
            ...(repeatTimezone !== undefined && { repeatTimezone }),
            ...(startDate !== undefined && { startDate }),
            ...(endDate !== undefined && { endDate }),
          };
          const job = imported(document);
          const codes = codesOf(job);
          // Agenda 6, which is asked here, goes by the instants.
          if (codes.includes("day_in_zone")) return [];
          const isAtStart = codes.includes("runs_at_start");
          const there = (runsThere(document, WINDOW.most) ?? []).filter(
            (at) => !isAtStart || at * 1000 !== startDate?.getTime(),
          );
          const here = (firesHere(job, WINDOW) ?? [])
            .filter((at) => !isAtStart || at * 1000 !== startDate?.getTime())
            .slice(0, there.length);
          const isMore =
            there.length < WINDOW.most - 1 && (firesHere(job, WINDOW) ?? []).length > there.length + 1;
          const show = (fires: readonly number[]): string =>
            fires.map((at) => new Date(at * 1000).toISOString().slice(0, 16)).join(" ");
          return show(here) === show(there) && !isMore
            ? []
            : [
                `${repeatInterval} from ${String(startDate)} to ${String(endDate)}: ${show(here)} and not ${show(there)}`,
              ];
        }),
      );
      expect(faults).toEqual([]);
    },
  );
});
