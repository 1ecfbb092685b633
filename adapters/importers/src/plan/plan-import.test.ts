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
    const [job] = xxl({ schedule_type: "FIX_RATE", schedule_conf: "7" }).jobs;
    expect(job?.request?.options["cron"]).toBe(null);
    expect(job?.findings.map(({ code }) => code)).toContain("interval_not_carried");
  });

  it("an interval that is no cron expression becomes several schedules with the same fires", async () => {
    const at = Date.parse("2026-12-01T00:00:00Z");
    const fixed = { schedule_type: "FIX_RATE", schedule_conf: "90", trigger_next_time: at };
    const [job] = xxl(fixed).jobs as [PlannedJob];
    expect(job.request?.options).toMatchObject({
      cron: "0 */3 * * * *",
      schedules: [{ name: "part-2", cron: "30 1-59/3 * * * *" }],
      timeZone: "UTC",
    });
    expect(job.findings.find(({ code }) => code === "interval_schedules")?.parameters).toEqual({
      count: 2,
      crons: "0 */3 * * * *; 30 1-59/3 * * * *",
    });
    expect(await takeTurns(new FireComparison(new Date(at), 1).prove(job))).toMatchObject({
      oldCount: 351_360,
      newCount: 351_360,
      differing: 0,
    });
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
        schedules: [],
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
