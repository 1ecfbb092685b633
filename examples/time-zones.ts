import { compileSchedule, type DstOptions } from "@mojob/core";

// What a schedule does where the clocks change; the same planner fires the jobs.

interface Story {
  readonly title: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly after: string;
  readonly dst: DstOptions;
}

const STORIES: readonly Story[] = [
  {
    title: "New York springs forward, 02:30 does not exist: it fires once, later by the hour that is missing",
    cron: "0 30 2 * * *",
    timeZone: "America/New_York",
    after: "2026-03-07T12:00:00Z",
    dst: { gap: "shift", overlap: "first" },
  },
  {
    title: "the same, left out",
    cron: "0 30 2 * * *",
    timeZone: "America/New_York",
    after: "2026-03-07T12:00:00Z",
    dst: { gap: "skip", overlap: "first" },
  },
  {
    title: "New York falls back, 01:30 comes twice: only the first one fires",
    cron: "0 30 1 * * *",
    timeZone: "America/New_York",
    after: "2026-10-31T12:00:00Z",
    dst: { gap: "shift", overlap: "first" },
  },
  {
    title: "the same, both",
    cron: "0 30 1 * * *",
    timeZone: "America/New_York",
    after: "2026-10-31T12:00:00Z",
    dst: { gap: "shift", overlap: "both" },
  },
  {
    title: "Lord Howe Island moves its clocks by half an hour: 02:15 does not exist",
    cron: "0 15 2 * * *",
    timeZone: "Australia/Lord_Howe",
    after: "2026-10-02T12:00:00Z",
    dst: { gap: "shift", overlap: "first" },
  },
  {
    title: "every half hour runs through the change in real time",
    cron: "0 */30 * * * *",
    timeZone: "Australia/Lord_Howe",
    after: "2026-10-03T14:50:00Z",
    dst: { gap: "shift", overlap: "first" },
  },
];

for (const { title, after, ...spec } of STORIES) {
  console.log(`${title}\n  ${spec.cron} in ${spec.timeZone}`);
  const schedule = compileSchedule({ ...spec, seed: title });
  let at: Date | null = new Date(after);
  for (let fire = 1; fire <= 3; fire += 1) {
    at = schedule.next(at);
    if (at === null) break;
    const local = at.toLocaleString("en-GB", {
      timeZone: spec.timeZone,
      weekday: "short",
      day: "2-digit",
      month: "short",
      hour: "2-digit",
      minute: "2-digit",
      timeZoneName: "longOffset",
    });
    console.log(`  ${at.toISOString()}  ${local}`);
  }
}
