import { describe, expect, test } from "vitest";
import { createFakeClock } from "../testing/fake-clock.ts";
import { RepairDuty } from "./repair-duty.ts";
import { startDuties } from "./start-duties.ts";

describe("RepairDuty", () => {
  test("repairs a part every ten seconds, and sooner while there is something to repair", async () => {
    const clock = createFakeClock("2026-01-01T00:00:00Z", { exactMs: 60_000 });
    const errors: unknown[] = [];
    const onError = (error: unknown): void => void errors.push(error);
    const repaired = [0, 3, 2, 0, 0];
    const passes: number[] = [];
    const repair = (tenant: string): Promise<number> => {
      expect(tenant).toBe("default");
      passes.push(clock.monotonicMs() / 1000);
      return Promise.resolve(repaired.shift() ?? 0);
    };
    const begun = clock.monotonicMs() / 1000;
    const duties = startDuties([new RepairDuty({ tenant: "default", repair })], { clock, onError });
    await clock.advance(42_000);
    expect(passes.map((at) => at - begun)).toEqual([10, 20, 21, 22, 32, 42]);
    await duties.close();
    expect(errors).toEqual([]);
  });
});
