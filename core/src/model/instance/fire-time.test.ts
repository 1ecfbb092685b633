import { anInstance, START } from "@mojob/test-fixtures/records";
import { describe, expect, it } from "vitest";
import { phasesOf } from "../explanation/run-phases.ts";
import { fireTimeOf } from "./fire-time.ts";

const after = (hours: number): Date => new Date(START.getTime() + hours * 3_600_000);
const fire = { type: "cron", nominalTime: START } as const;

describe("fireTimeOf()", () => {
  it("is the nominal time, or the one to which a calendar has moved the fire, earlier or later", () => {
    expect(fireTimeOf(anInstance({ trigger: fire, scheduledFor: null, createdAt: after(1) }))).toEqual(START);
    expect(fireTimeOf(anInstance({ trigger: fire, scheduledFor: after(48), createdAt: after(48) }))).toEqual(
      after(48),
    );
    expect(
      fireTimeOf(anInstance({ trigger: fire, scheduledFor: after(-24), createdAt: after(-24) })),
    ).toEqual(after(-24));
  });

  it("is not the time to which a run has been put off, and none of a run that is no fire", () => {
    expect(fireTimeOf(anInstance({ trigger: fire, scheduledFor: after(5), createdAt: after(1) }))).toEqual(
      START,
    );
    expect(
      fireTimeOf(anInstance({ trigger: { type: "api" }, scheduledFor: after(5), createdAt: START })),
    ).toBe(undefined);
  });

  it("is from when a run counts as late: two days in which a calendar kept it back are none of it", () => {
    const moved = anInstance({ trigger: fire, scheduledFor: after(48), createdAt: after(49), history: [] });
    expect(phasesOf(moved)).toEqual([{ name: "fire", from: after(48), to: after(49), attempt: 0 }]);
  });
});
