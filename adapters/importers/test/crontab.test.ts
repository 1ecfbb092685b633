import { askOracle, SCHEDULE_ORACLE_NAMES } from "@mojob/test-services/schedule-oracles";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ORACLES } from "../src/old/old-schedule.ts";
import { planImport, type PlannedJob } from "../src/plan/plan-import.ts";
import { firesByRules, firesHere, type Window } from "./imported-fires.ts";
import { CRONTAB } from "./random-cron.ts";

const [FILES, LINES, MINUTE_S, DAY_S] = [20, 500, 60, 86_400];
const FROM_MS = Date.parse("2027-01-01T00:00:00Z");
const WINDOW: Window = { fromMs: FROM_MS, toMs: FROM_MS + 400 * DAY_S * 1000, most: 60 };
/** What a preview says of lines that fire at other times here than there. */
const SAID = new Set(["days_widened", "random_value"]);

/** What Debian's cron made of a line: the flags and bits of its `entry`. */
interface Entry {
  readonly isNarrowing: boolean;
  readonly bits: readonly string[];
}

/** `null` where cron refuses the line. */
function entryOf(line: string): Entry | null {
  if (line.startsWith("refused")) return null;
  const [flags = "", ...bits] = line.trim().split(" ");
  // DOM_STAR is 1 and DOW_STAR 2 in cron.h.
  return { isNarrowing: (Number(flags) & 3) !== 0, bits };
}

/** When it fires, as `find_jobs` of cron.c asks of each minute. */
function firesOf({ isNarrowing, bits }: Entry): readonly number[] {
  const [minutes = "", hours = "", days = "", months = "", weekdays = ""] = bits;
  const found: number[] = [];
  for (let at = WINDOW.fromMs / 1000; at < WINDOW.toMs / 1000 && found.length < WINDOW.most;) {
    const date = new Date(at * 1000);
    const [byDay, byWeekday] = [days[date.getUTCDate() - 1] === "1", weekdays[date.getUTCDay()] === "1"];
    const isDay =
      months[date.getUTCMonth()] === "1" && (isNarrowing ? byDay && byWeekday : byDay || byWeekday);
    if (isDay && hours[date.getUTCHours()] === "1" && minutes[date.getUTCMinutes()] === "1") found.push(at);
    at += isDay ? MINUTE_S : DAY_S;
  }
  return found;
}

/** What is wrong with how a line was imported; `null` where nothing is. */
function faultOf(job: PlannedJob | undefined, entry: Entry | null): string | null {
  if (job === undefined) return entry === null ? null : "cron reads the line, and it was refused";
  const codes = job.findings.map(({ code }) => code);
  const here = firesHere(job, WINDOW);
  if (here === null) return codes.includes("cron_not_carried") ? null : "no schedule, and nothing said";
  // Other crons, such as cronie, ignore a step after a number, which Debian's refuses.
  if (entry === null) return codes.includes("step_ignored") ? null : "cron refuses what is carried over";
  const there = JSON.stringify(firesOf(entry));
  const rules = job.source.schedule === null ? null : firesByRules(job.source.schedule, WINDOW);
  if (rules !== null && JSON.stringify(rules) !== there) return "the rules of the proof are not cron's";
  if (JSON.stringify(here) === there || codes.some((code) => SAID.has(code))) return null;
  return "other fires, and nothing said";
}

describe("crontabs of random lines", () => {
  it("and all other rules are held to the versions that a preview names", () => {
    expect(Object.values(ORACLES)).toEqual(expect.arrayContaining([...SCHEDULE_ORACLE_NAMES]));
  });

  it(
    "fire as Debian's cron itself reads them, or say what differs",
    async () => {
      const lines = fc.sample(CRONTAB, { numRuns: FILES * LINES, seed: 52 });
      const answers = await askOracle("debianCron", lines);
      const faults = Array.from({ length: FILES }, (_, file) => {
        const text = lines.slice(file * LINES, (file + 1) * LINES).map((line) => `${line} /bin/job`);
        const { jobs } = planImport({
          source: "crontab",
          text: text.join("\n"),
          timeZone: "UTC",
          app: "ops",
        });
        const byLine = new Map(jobs.map((job) => [job.source.line, job]));
        return text.flatMap((line, index) => {
          const fault = faultOf(byLine.get(index + 1), entryOf(answers[file * LINES + index] ?? ""));
          return fault === null ? [] : [`${line}: ${fault}`];
        });
      });
      expect(faults.flat()).toEqual([]);
    },
    5 * 60_000,
  );
});
