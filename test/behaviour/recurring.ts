import { defineRecurringJob } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness, RunJson } from "./deployment.ts";
import { inState } from "./states.ts";

/** Recurring jobs: on time, within their window, as they are now. */
export function describeRecurring(harness: DeploymentHarness): void {
  describe(`recurring (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = (options: Partial<Parameters<typeof defineRecurringJob>[0]> = {}): Promise<Deployment> =>
      harness.open({
        jobs: [
          defineRecurringJob({
            key: "tick",
            cron: "*/10 * * * * *",
            maxConcurrency: null,
            execute: () => {},
            ...options,
          }),
        ],
      });

    const nominalTimes = (runs: readonly RunJson[]): readonly string[] =>
      runs.map(({ trigger }) => trigger.nominalTime ?? "").toSorted();

    const fired = (deployment: Deployment, count: number): Promise<readonly RunJson[]> =>
      deployment.until(`${count} runs`, async () => {
        const runs = await deployment.api.runsOf("tick");
        return runs.length === count && runs.every(({ state }) => state === "Succeeded") && runs;
      });

    test("it fires at each nominal time, once, under an id that names it", async () => {
      const deployment = await open();
      const start = deployment.now();
      await deployment.elapse(30_000);
      const runs = await fired(deployment, 3);
      const first = new Date(Math.ceil(start.getTime() / 10_000) * 10_000);
      const times = [0, 1, 2].map((index) => new Date(first.getTime() + index * 10_000).toISOString());
      expect(nominalTimes(runs)).toEqual(times);
      expect(runs.map(({ id }) => id).toSorted()).toEqual(times.map((time) => `tick@${time}`));
    });

    test("without a cron it never fires by itself", async () => {
      const deployment = await open({ cron: null });
      await deployment.elapse(120_000);
      expect(await deployment.api.runsOf("tick")).toEqual([]);
      const { id } = await deployment.api.trigger("tick", { manual: true });
      await inState(deployment, id, "Succeeded");
    });

    test("it fires within its start and end time only", async () => {
      const gates = { startTime: "2043-03-02T10:00:20Z", endTime: "2043-03-02T10:00:40Z" };
      const deployment = await open(gates);
      await deployment.elapse(90_000);
      expect(nominalTimes(await fired(deployment, 3))).toEqual([
        "2043-03-02T10:00:20.000Z",
        "2043-03-02T10:00:30.000Z",
        "2043-03-02T10:00:40.000Z",
      ]);
    });

    test("paused it does not fire, resumed it goes on without what was missed", async () => {
      const deployment = await open();
      await deployment.elapse(10_000);
      await fired(deployment, 1);
      const paused = await deployment.api.call("POST", "/jobs/tick/pause", { note: "maintenance" });
      expect(paused.status).toBe(200);
      await deployment.elapse(30_000);
      expect(await deployment.api.runsOf("tick")).toHaveLength(1);
      const byHand = await deployment.api.trigger("tick", { manual: true });
      await inState(deployment, byHand.id, "Succeeded");
      expect((await deployment.api.call("POST", "/jobs/tick/resume", {})).status).toBe(200);
      await deployment.elapse(10_000);
      await fired(deployment, 3);
    });

    test("a pause with an end lifts itself", async () => {
      const deployment = await open();
      const until = new Date(deployment.now().getTime() + 25_000).toISOString();
      await deployment.api.call("POST", "/jobs/tick/pause", { until });
      await deployment.elapse(24_000);
      expect(await deployment.api.runsOf("tick")).toEqual([]);
      await deployment.elapse(10_000);
      await fired(deployment, 1);
    });

    test("an edit that was answered is obeyed from then on", async () => {
      const deployment = await open();
      await deployment.elapse(9000);
      await deployment.api.edit("tick", { cron: "5 * * * * *" });
      await deployment.elapse(21_000);
      expect(await deployment.api.runsOf("tick")).toEqual([]);
      await deployment.elapse(60_000);
      expect(nominalTimes(await fired(deployment, 1))[0]).toMatch(/:05\.000Z$/);
    });

    test("its upcoming fires are those that come", async () => {
      const deployment = await open({ timeZone: "Asia/Shanghai", cron: "30 59 18 * * *" });
      const { body } = await deployment.api.call<{ items: string[] } | { fires: string[] }>(
        "GET",
        "/jobs/tick/upcoming?count=2",
      );
      const text = JSON.stringify(body);
      expect(text).toContain("2043-03-02T10:59:30.000Z");
      expect(text).toContain("2043-03-03T10:59:30.000Z");
      await deployment.elapse(3_600_000);
      expect(nominalTimes(await fired(deployment, 1))).toEqual(["2043-03-02T10:59:30.000Z"]);
    });

    test("runs that overlap beyond the limit are skipped, and the schedule goes on", async () => {
      const blocker = Promise.withResolvers<void>();
      const deployment = await open({ maxConcurrency: 1, execute: () => blocker.promise });
      await deployment.elapse(30_000);
      const states = await deployment.until("three fires", async () => {
        const runs = await deployment.api.runsOf("tick");
        return runs.length === 3 && runs.map(({ state }) => state).toSorted();
      });
      expect(states).toEqual(["Processing", "Skipped", "Skipped"]);
      blocker.resolve();
    });
  });
}
