import { askOracle } from "@mojob/test-services/schedule-oracles";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { carriedOf, faultOf, firesIn } from "./hold-together.ts";
import type { Window } from "./imported-fires.ts";
import { QUARTZ } from "./random-cron.ts";

const FROM_MS = Date.parse("2027-01-01T00:00:00Z");
const WINDOW: Window = { fromMs: FROM_MS, toMs: FROM_MS + 400 * 86_400_000, most: 60 };
const TEXTS = fc.sample(QUARTZ, { numRuns: 10_000, seed: 52 });

const asked = (library: string): Promise<string[]> =>
  askOracle(
    "java",
    TEXTS.map((text) =>
      [library, "UTC", WINDOW.fromMs / 1000, WINDOW.toMs / 1000, WINDOW.most, text].join("\t"),
    ),
  );

describe.each([
  ["XXL-JOB and DolphinScheduler", "quartz", "Quartz itself"],
  ["PowerJob", "cronUtils", "cron-utils itself"],
] as const)("random expressions of %s", (_, dialect, oracle) => {
  it(`fire as ${oracle} has them, or say what differs`, { timeout: 300_000 }, async () => {
    const answers = await asked(dialect);
    const faults = TEXTS.flatMap((text, index) => {
      const there = firesIn(answers[index] ?? "");
      const fault = faultOf(text, { dialect, timeZone: "UTC", window: WINDOW, there });
      return fault === null ? [] : [`${text}: ${fault}`];
    });
    expect(faults).toEqual([]);
    expect(carriedOf(dialect, TEXTS)).toBeGreaterThan(TEXTS.length / 10);
  });
});
