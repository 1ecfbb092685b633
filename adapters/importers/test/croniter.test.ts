import { askOracle } from "@mojob/test-services/schedule-oracles";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { faultOf, firesIn } from "./hold-together.ts";
import type { Window } from "./imported-fires.ts";
import { CRONITER } from "./random-cron.ts";

const FROM_MS = Date.parse("2027-01-01T00:00:00Z");
const WINDOW: Window = { fromMs: FROM_MS, toMs: FROM_MS + 400 * 86_400_000, most: 20 };
const TEXTS = fc.sample(CRONITER, { numRuns: 10_000, seed: 52 });

describe("random expressions of Airflow", () => {
  it("fire as croniter itself has them, or say what differs", { timeout: 300_000 }, async () => {
    const answers = await askOracle(
      "croniter",
      TEXTS.map((text) => ["UTC", WINDOW.fromMs / 1000, WINDOW.toMs / 1000, WINDOW.most, text].join("\t")),
    );
    const faults = TEXTS.flatMap((text, index) => {
      const there = firesIn(answers[index] ?? "");
      const fault = faultOf(text, { dialect: "croniter", timeZone: "UTC", window: WINDOW, there });
      return fault === null ? [] : [`${text}: ${fault}`];
    });
    expect(faults).toEqual([]);
  });
});
