import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CronParserPackage, parserOf } from "./cron-parser-of.ts";
import { faultOf } from "./hold-together.ts";
import type { Window } from "./imported-fires.ts";
import { CRON_PARSER } from "./random-cron.ts";

const FROM_MS = Date.parse("2027-01-01T00:00:00Z");
const WINDOW: Window = { fromMs: FROM_MS, toMs: FROM_MS + 400 * 86_400_000, most: 25 };

const RUNS = 10_000;

/** Older versions, which files come from as well, took a value that a list has twice. */
const NEWER_REFUSALS = /duplicate/i;

function firesOf(
  { CronExpressionParser }: CronParserPackage,
  text: string,
  tz: string,
  { fromMs, toMs, most }: Window,
): readonly number[] | null | undefined {
  const found: number[] = [];
  try {
    const fires = CronExpressionParser.parse(text, { currentDate: new Date(fromMs - 1), tz });
    for (let at = fires.next().getTime(); at < toMs && found.length < most; at = fires.next().getTime())
      found.push(at / 1000);
  } catch (error) {
    if (NEWER_REFUSALS.test(String(error))) return undefined;
    return found.length > 0 || /loop limit/i.test(String(error)) ? found : null;
  }
  return found;
}

describe.each(["bullmq", "agenda"])("random expressions of %s", (name) => {
  it("fire as its own cron-parser has them, or say what differs", { timeout: 300_000 }, async () => {
    const parser = await parserOf(name);
    const faults: string[] = [];
    for (const text of fc.sample(CRON_PARSER, { numRuns: RUNS, seed: 52 })) {
      const there = firesOf(parser, text, "UTC", WINDOW);
      if (there === undefined) continue;
      const fault = faultOf(text, { dialect: "cronParser", timeZone: "UTC", window: WINDOW, there });
      if (fault !== null) faults.push(`${text}: ${fault}`);
    }
    expect(faults).toEqual([]);
  });
});
