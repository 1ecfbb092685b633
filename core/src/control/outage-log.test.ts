import { expect, test } from "vitest";
import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { checkHealth } from "./health.ts";
import { OutageLog } from "./outage-log.ts";

test("an outage is reported once, with its cause, and once when it is over; what it makes fail is not reported", async () => {
  const clock = createFakeClock();
  const lines: string[] = [];
  const log = new OutageLog({
    clock,
    onError: (error) => lines.push((error as Error).message),
    onWarning: (warning) => lines.push(warning),
  });
  const part = (name: string, detail: string | null) => ({ name, ok: detail === null, detail });
  log.note([part("store", null), part("temporal", null)]);
  log.note([part("store", null), part("temporal", "connection refused")]);
  log.note([part("store", null), part("temporal", "connection refused")]);
  log.onError(new MoJobError(MoJobErrorCode.RuntimeUnavailable, "Cannot dispatch runs"));
  log.onError(new MoJobError(MoJobErrorCode.StoreUnavailable, "Cannot read runs"));
  await clock.advance(17_000);
  log.note([part("store", null), part("temporal", null)]);
  log.onError(new MoJobError(MoJobErrorCode.RuntimeUnavailable, "Cannot dispatch more runs"));
  expect(lines).toEqual([
    "Temporal is unavailable: connection refused",
    "Cannot read runs",
    "Temporal is available again, after 17 s",
    "Cannot dispatch more runs",
  ]);
});

test("a part that hangs is named, and does not hide the others", async () => {
  const clock = createFakeClock();
  const checking = checkHealth(
    [
      { name: "store", check: () => Promise.resolve() },
      { name: "temporal", check: () => new Promise(() => {}) },
    ],
    clock,
  );
  await clock.advance(3000);
  expect(await checking).toEqual([
    { name: "store", ok: true, detail: null },
    { name: "temporal", ok: false, detail: "It did not respond within 3000 ms" },
  ]);
  expect(clock.pending).toBe(0);
});
