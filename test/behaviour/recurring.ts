import { defineRecurringJob } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness, RunJson } from "./deployment.ts";
import { beatAfter, beatOf, cronBetweenBeats, cronOfBeats } from "./pace.ts";
import { inState } from "./states.ts";

/** Recurring jobs: on time, within their window, as they are now. */
export function describeRecurring(harness: DeploymentHarness): void {
  describe(`recurring (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());
    const beatMs = beatOf(harness);

    const open = (options: Partial<Parameters<typeof defineRecurringJob>[0]> = {}): Promise<Deployment> =>
      harness.open({
        jobs: [
          defineRecurringJob({
            key: "tick",
            cron: cronOfBeats(harness),
            maxConcurrency: null,
            execute: () => {},
            ...options,
          }),
        ],
      });

    const nominalTimes = (runs: readonly RunJson[]): readonly string[] =>
      runs.map(({ trigger }) => trigger.nominalTime ?? "").toSorted();

    const upcoming = async (deployment: Deployment): Promise<readonly string[]> => {
      const { body } = await deployment.api.call<{ fires: string[] }>("GET", "/jobs/tick/upcoming?count=2");
      return body.fires;
    };

    const fired = (deployment: Deployment, count: number): Promise<readonly RunJson[]> =>
      deployment.until(`${count} runs`, async () => {
        const runs = await deployment.api.runsOf("tick");
        return runs.length === count && runs.every(({ state }) => state === "Succeeded") && runs;
      });

    test("it fires at each nominal time, once, under an id that names it", async () => {
      const deployment = await open();
      const start = deployment.now();
      await deployment.elapse(3 * beatMs);
      const runs = await fired(deployment, 3);
      const first = beatAfter(harness, start);
      const times = [0, 1, 2].map((index) => new Date(first.getTime() + index * beatMs).toISOString());
      expect(nominalTimes(runs)).toEqual(times);
      expect(runs.map(({ id }) => id).toSorted()).toEqual(times.map((time) => `tick@${time}`));
    });

    test("without a cron it never fires by itself", async () => {
      const deployment = await open({ cron: null });
      await deployment.elapse(2 * beatMs);
      expect(await deployment.api.runsOf("tick")).toEqual([]);
      const { id } = await deployment.api.trigger("tick", { manual: true });
      await inState(deployment, id, "Succeeded");
    });

    test("it fires within its start and end time only", async () => {
      const deployment = await open({ cron: null });
      const first = beatAfter(harness, deployment.now()).getTime() + beatMs;
      const times = [0, 1, 2].map((index) => new Date(first + index * beatMs).toISOString());
      const [startTime, , endTime] = times;
      await deployment.api.edit("tick", { cron: cronOfBeats(harness), startTime, endTime });
      await deployment.elapse(5.5 * beatMs);
      expect(nominalTimes(await fired(deployment, 3))).toEqual(times);
    });

    test("paused it does not fire, resumed it goes on without what was missed", async () => {
      const deployment = await open();
      await deployment.elapse(beatMs);
      await fired(deployment, 1);
      const paused = await deployment.api.call("POST", "/jobs/tick/pause", { note: "maintenance" });
      expect(paused.status).toBe(200);
      await deployment.elapse(3 * beatMs);
      expect(await deployment.api.runsOf("tick")).toHaveLength(1);
      const byHand = await deployment.api.trigger("tick", { manual: true });
      await inState(deployment, byHand.id, "Succeeded");
      expect((await deployment.api.call("POST", "/jobs/tick/resume", {})).status).toBe(200);
      await deployment.elapse(beatMs);
      await fired(deployment, 3);
    });

    test("a pause with an end lifts itself", async () => {
      const deployment = await open();
      const until = new Date(deployment.now().getTime() + 2.5 * beatMs).toISOString();
      await deployment.api.call("POST", "/jobs/tick/pause", { until });
      await deployment.elapse(2.4 * beatMs);
      expect(await deployment.api.runsOf("tick")).toEqual([]);
      await deployment.elapse(beatMs);
      await fired(deployment, 1);
    });

    test("an edit that was acknowledged is obeyed from then on", async () => {
      const deployment = await open();
      const last = beatAfter(harness, deployment.now()).getTime();
      await deployment.elapse(0.7 * beatMs);
      await deployment.api.edit("tick", { cron: cronBetweenBeats(harness) });
      await deployment.elapse(2 * beatMs);
      const times = [0.5, 1.5].map((beats) => new Date(last + beats * beatMs).toISOString());
      expect(nominalTimes(await fired(deployment, 2))).toEqual(times);
    });

    test("its upcoming fires are those that come", async () => {
      const deployment = await open();
      const fires = await upcoming(deployment);
      await deployment.elapse(2 * beatMs);
      expect(nominalTimes(await fired(deployment, 2))).toEqual(fires);
    });

    test("its times are its zone's", async () => {
      const deployment = await open({ timeZone: "Asia/Shanghai", cron: "30 1 18 * * *" });
      const fires = await upcoming(deployment);
      expect(fires.map((fire) => fire.slice(10))).toEqual(["T10:01:30.000Z", "T10:01:30.000Z"]);
      // A day of the world's time is more than a test has.
      if (harness.isRealTime === true) return;
      await deployment.elapse(120_000);
      expect(nominalTimes(await fired(deployment, 1))).toEqual(fires.slice(0, 1));
    });

    test("runs that overlap beyond the limit are skipped, and the schedule goes on", async () => {
      const blocker = Promise.withResolvers<void>();
      const deployment = await open({ maxConcurrency: 1, execute: () => blocker.promise });
      await deployment.elapse(3 * beatMs);
      const states = await deployment.until("three fires", async () => {
        const runs = await deployment.api.runsOf("tick");
        return runs.length === 3 && runs.map(({ state }) => state).toSorted();
      });
      expect(states).toEqual(["Processing", "Skipped", "Skipped"]);
      blocker.resolve();
    });
  });
}
