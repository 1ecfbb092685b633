import { compileSchedule, type DstOptions } from "@mojob/core/engine";

// What a schedule does where the clocks change, by its `dst` option; the same planner fires the jobs.

const DEFAULTS: DstOptions = { gap: "shift", overlap: "first" };

const LOCAL_TIME: Intl.DateTimeFormatOptions = {
  weekday: "short",
  day: "2-digit",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "longOffset",
};

function show(
  what: string,
  [cron, timeZone, from]: readonly [cron: string, timeZone: string, from: string],
  dst?: Partial<DstOptions>,
): void {
  console.log(what);
  const schedule = compileSchedule({ cron, timeZone, dst: { ...DEFAULTS, ...dst }, seed: "story" });
  const first = schedule.next(new Date(from));
  const second = first && schedule.next(first);
  for (const fire of [first, second]) {
    console.log(`  ${fire?.toISOString()}  ${fire?.toLocaleString("en-GB", { ...LOCAL_TIME, timeZone })}`);
  }
}

const spring = ["0 30 2 * * *", "America/New_York", "2026-03-07T12:00:00Z"] as const;
show("New York, 02:30 does not exist: it fires once, an hour later", spring);
show("or is left out", spring, { gap: "skip" });

const autumn = ["0 30 1 * * *", "America/New_York", "2026-10-31T12:00:00Z"] as const;
show("New York, 01:30 comes twice: the first one fires", autumn);
show("or both do", autumn, { overlap: "both" });

const island = "Australia/Lord_Howe";
show("Lord Howe Island, half an hour is missing: 02:15 fires half an hour later", [
  "0 15 2 * * *",
  island,
  "2026-10-02T16:00:00Z",
]);
show("every half hour runs through the change in real time", [
  "0 */30 * * * *",
  island,
  "2026-10-03T14:50:00Z",
]);
