import { defineRecurringJob } from "@mojob/core";
import { test } from "vitest";
import type { DeploymentHarness } from "../deployment.ts";
import { beatAfter, beatOf, cronOfBeats } from "../pace.ts";
import { Judge } from "./judge.ts";

const A_DAY_MS = 86_400_000;

/** Why fires came, and did not come. */
export function testFireCauses(harness: DeploymentHarness, judged: Set<string>): void {
  test("of fires", async () => {
    const beatMs = beatOf(harness);
    const cron = cronOfBeats(harness);
    const execute = (): void => {};
    const opening = Date.now();
    const jobs = [
      defineRecurringJob({ key: "tick", cron, maxConcurrency: null, execute }),
      defineRecurringJob({ key: "early", cron, startTime: new Date("2099-01-01T00:00:00Z"), execute }),
      defineRecurringJob({ key: "over", cron, endTime: new Date("2020-01-01T00:00:00Z"), execute }),
      defineRecurringJob({ key: "off", cron, disabled: true, execute }),
      defineRecurringJob({ key: "spaced", everyMs: 3_600_000, everyFrom: "end", execute }),
      defineRecurringJob({
        key: "several",
        cron: "0 0 0 1 1 *",
        schedules: [{ name: "often", cron, disabled: true }],
        execute,
      }),
    ];
    const deployment = await harness.open({ jobs });
    const { api } = deployment;
    const judge = new Judge(deployment, judged);
    const fired = await deployment.until("a fire", async () => {
      await deployment.elapse(beatMs);
      const [run] = await api.runsOf("tick");
      return run?.trigger.nominalTime !== undefined && run;
    });
    const last = fired.trigger.nominalTime ?? "";
    await judge.fire("tick", "it happened", last);
    await judge.fire("tick", "no schedule names this time", new Date(Date.parse(last) - 500));
    await judge.fire(
      "tick",
      "there was no such job yet",
      new Date(Math.min(opening, Date.parse(last)) - A_DAY_MS),
    );
    await judge.fire("tick", "its time is to come");
    await judge.fire("early", "the schedule had not begun", last);
    await judge.fire("over", "the schedule had ended", last);
    await judge.fire("off", "the job was disabled", last);
    await judge.fire(
      "spaced",
      "its interval counts from the ends of runs",
      new Date(Date.parse(last) + 1000),
    );
    await judge.fire("several", "one of the schedules is disabled", last);
    await api.call("POST", "/jobs/tick/pause", { note: "Release" });
    const left = beatAfter(harness, deployment.now());
    await deployment.elapse(2 * beatMs);
    await judge.fire("tick", "the job was paused", left);
    await judge.fire("tick", "no further fire comes");
  });
}
