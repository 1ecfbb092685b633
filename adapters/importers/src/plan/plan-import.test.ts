import { describe, expect, it } from "vitest";
import { compareFires } from "../proof/compare-fires.ts";
import { newFires } from "../proof/new-fires.ts";
import { FireComparison } from "../proof/prove-jobs.ts";
import { intervalFires } from "../old/interval-fires.ts";
import { type ImportPlan, type PlannedJob, planImport } from "./plan-import.ts";
import { takeTurns } from "./take-turns.ts";

const NOW = new Date("2026-11-22T12:00:00.250Z");
const xxl = (...rows: readonly object[]): ImportPlan =>
  planImport({
    source: "xxl",
    text: JSON.stringify({
      xxl_job_group: [{ id: 1, app_name: "shop" }],
      xxl_job_info: rows.map((row, index) => ({
        id: index + 1,
        job_group: 1,
        executor_handler: `h${index + 1}`,
        ...row,
      })),
    }),
    timeZone: "America/New_York",
  });

describe("planImport()", () => {
  it("children that lead back are left out, and said", () => {
    const { jobs } = xxl({ child_jobid: "2" }, { child_jobid: "3" }, { child_jobid: "1,3" });
    expect(jobs.map(({ children }) => children)).toEqual([["shop/2"], ["shop/3"], []]);
    expect(jobs[2]?.findings.filter(({ code }) => code === "child_cycle")).toHaveLength(2);
  });

  it("recurring jobs begin paused, and all carry the label of their source", () => {
    const { jobs } = xxl({ schedule_conf: "0 0 3 * * ?" }, {});
    expect(jobs.map(({ request }) => request)).toMatchObject([
      {
        kind: "recurring",
        isPaused: true,
        options: { labels: { import: "xxl/shop/1" }, cronDialect: "quartz" },
      },
      { kind: "triggered", isPaused: false },
    ]);
  });

  it("a schedule that cannot be carried over becomes none and says why", () => {
    const [job] = xxl({ schedule_type: "FIX_RATE", schedule_conf: "0" }).jobs;
    expect(job?.request?.options).toMatchObject({ cron: null, everyMs: null });
    expect(job?.findings.map(({ code }) => code)).toContain("interval_not_carried");
  });

  it.each([7, 90, 18_000, 1_209_600])("an interval of %i s keeps all its fires", async (seconds) => {
    const at = Date.parse("2026-12-01T00:00:03Z");
    const fixed = { schedule_type: "FIX_RATE", schedule_conf: String(seconds), trigger_next_time: at };
    const [job] = xxl(fixed).jobs as [PlannedJob];
    expect(job.request?.options).toMatchObject({ cron: null, everyMs: seconds * 1000, everyFrom: "start" });
    const proof = await takeTurns(new FireComparison(new Date(at), 1).prove(job));
    expect(proof).toMatchObject({ oldCount: proof?.newCount, differing: 0 });
    expect(proof?.oldCount).toBeGreaterThan(20);
    // A later export of the same job is the same job.
    const later = xxl({ ...fixed, trigger_next_time: at + 5 * seconds * 1000 }).jobs as [PlannedJob];
    expect(later[0].request?.options).toEqual(job.request?.options);
  });

  it("a delay after the end of the run before stays one, and an interval whose times are unknown says so", async () => {
    const jobs = xxl(
      { schedule_type: "FIX_DELAY", schedule_conf: "30", trigger_next_time: 1 },
      { schedule_type: "FIX_RATE", schedule_conf: "30" },
    ).jobs as [PlannedJob, PlannedJob];
    expect(jobs.map(({ request }) => request?.options)).toMatchObject([
      { everyMs: 30_000, everyFrom: "end", startTime: null },
      { everyMs: 30_000, everyFrom: "start", startTime: null },
    ]);
    expect(jobs[1].findings.map(({ code }) => code)).toContain("interval_phase");
    for (const job of jobs) expect(await takeTurns(new FireComparison(NOW, 2).prove(job))).toBeNull();
  });

  it("an executor's name that is no app needs one", () => {
    const { jobs } = planImport({
      source: "xxl",
      text: JSON.stringify([{ id: 1, job_group: 1, app_name: "my.shop", executor_handler: "h" }]),
      timeZone: "UTC",
    });
    expect(jobs[0]).toMatchObject({ request: null });
    expect(jobs[0]?.findings.at(-1)).toMatchObject({ code: "app_needed", level: "error" });
  });
});

describe("the proof", () => {
  it("lists the fires that a clock change moves, and no other", async () => {
    const [job] = xxl({ schedule_conf: "0 30 1 * * ?" }).jobs;
    const proof = job && (await takeTurns(new FireComparison(NOW, 1).prove(job)));
    expect(proof).toMatchObject({
      oldCount: 366,
      newCount: 366,
      differing: 2,
      comparedUntil: new Date("2027-11-23T12:00:01Z"),
      oracle: "Quartz 2.3.2",
    });
    // Quartz fired at the second of two 01:30, we fire at the first.
    expect(proof?.differences).toEqual([
      { at: new Date("2027-11-07T05:30:00Z"), only: "new" },
      { at: new Date("2027-11-07T06:30:00Z"), only: "old" },
    ]);
  });

  it("a job of every second is counted by day beyond the bound, and compared around clock changes", async () => {
    const [job] = xxl({ schedule_conf: "* * * * * ?" }).jobs;
    const proof = job && (await takeTurns(new FireComparison(NOW, 1).prove(job)));
    expect(proof).toMatchObject({
      oldCount: 31_618_800,
      newCount: 31_622_400,
      comparedUntil: new Date("2026-11-23T12:00:01Z"),
    });
    expect(proof?.differing).toBe(3600);
    expect(proof?.differences).toHaveLength(50);
  });

  it("finds a fire that only one side has, however dense they are", () => {
    const old = intervalFires(60_000, 0);
    const fresh = newFires(
      {
        cron: "0 1-59 * * * *",
        everyMs: null,
        everyFrom: "start",
        cronDialect: "standard",
        timeZone: "UTC",
        dst: { gap: "shift", overlap: "first" },
        startTime: null,
        endTime: null,
      },
      "job",
    );
    const comparison = compareFires(old, fresh, {
      fromMs: 0,
      toMs: 86_400_000 * 3,
      mostFires: 2000,
      mostListed: 3,
      closely: [],
    });
    let step = comparison.next();
    while (step.done !== true) step = comparison.next();
    expect(step.value).toMatchObject({
      oldCount: 4320,
      newCount: 4248,
      differing: 72,
      comparedUntil: new Date(86_400_000),
    });
    expect(step.value.differences).toEqual(
      [0, 1, 2].map((hour) => ({ at: new Date(hour * 3_600_000), only: "old" })),
    );
  });
});
