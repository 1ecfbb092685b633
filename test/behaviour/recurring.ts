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

    /** The first fires, where a busy machine may have let more pass meanwhile. */
    const firstFired = (deployment: Deployment, count: number): Promise<readonly RunJson[]> =>
      deployment.until(`${count} runs or more`, async () => {
        const runs = (await deployment.api.runsOf("tick")).toSorted((one, other) =>
          (one.trigger.nominalTime ?? "").localeCompare(other.trigger.nominalTime ?? ""),
        );
        const first = runs.slice(0, count);
        return first.length === count && first.every(({ state }) => state === "Succeeded") && first;
      });

    const tick = async (deployment: Deployment): Promise<{ createdAt: string; updatedAt: string }> => {
      const { body } = await deployment.api.call<{ createdAt: string; updatedAt: string }>(
        "GET",
        "/jobs/tick",
      );
      return body;
    };

    test("it fires at each nominal time, once, under an id that names it", async () => {
      const deployment = await open();
      await deployment.elapse(3 * beatMs);
      const runs = await firstFired(deployment, 3);
      const { createdAt } = await tick(deployment);
      const since = beatAfter(harness, new Date(createdAt));
      // Where time is real, a busy control plane may learn of a new job after its first beat.
      const first = harness.isRealTime === true ? new Date(runs[0]?.trigger.nominalTime ?? 0) : since;
      expect(first.getTime()).toBeGreaterThanOrEqual(since.getTime());
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
      // The edit comes before it, on a busy machine too.
      const first = beatAfter(harness, deployment.now()).getTime() + 2 * beatMs;
      const times = [0, 1, 2].map((index) => new Date(first + index * beatMs).toISOString());
      const [startTime, , endTime] = times;
      await deployment.api.edit("tick", { cron: cronOfBeats(harness), startTime, endTime });
      await deployment.elapse(6.5 * beatMs);
      expect(nominalTimes(await fired(deployment, 3))).toEqual(times);
    });

    test("paused it does not fire, resumed it goes on without what was missed", async () => {
      const deployment = await open();
      await deployment.elapse(beatMs);
      await firstFired(deployment, 1);
      const paused = await deployment.api.call("POST", "/jobs/tick/pause", { note: "maintenance" });
      expect(paused.status).toBe(200);
      const { updatedAt: pausedAt } = await tick(deployment);
      await deployment.elapse(3 * beatMs);
      const byHand = await deployment.api.trigger("tick", { manual: true });
      await inState(deployment, byHand.id, "Succeeded");
      expect((await deployment.api.call("POST", "/jobs/tick/resume", {})).status).toBe(200);
      const { updatedAt: resumedAt } = await tick(deployment);
      await deployment.elapse(beatMs);
      const times = await deployment.until("a fire after the pause", async () => {
        const found = nominalTimes(await deployment.api.runsOf("tick"));
        return found.some((time) => time > resumedAt) && found;
      });
      expect(times.filter((time) => time > pausedAt && time <= resumedAt)).toEqual([]);
    });

    test("a pause with an end lifts itself", async () => {
      const deployment = await open();
      const until = new Date(deployment.now().getTime() + 2.5 * beatMs).toISOString();
      await deployment.api.call("POST", "/jobs/tick/pause", { until });
      const { updatedAt: pausedAt } = await tick(deployment);
      await deployment.elapse(3.4 * beatMs);
      const times = await deployment.until("a fire after the pause", async () => {
        const found = nominalTimes(await deployment.api.runsOf("tick"));
        return found.some((time) => time > until) && found;
      });
      expect(times.filter((time) => time > pausedAt && time <= until)).toEqual([]);
    });

    test("an edit that was acknowledged is obeyed from then on", async () => {
      const deployment = await open();
      await deployment.elapse(0.7 * beatMs);
      await deployment.api.edit("tick", { cron: cronBetweenBeats(harness) });
      const { updatedAt } = await tick(deployment);
      await deployment.elapse(2 * beatMs);
      const isAfter = (time: string): boolean => time > updatedAt;
      const times = await deployment.until("two fires after the edit", async () => {
        const found = nominalTimes(await deployment.api.runsOf("tick"));
        return found.filter(isAfter).length >= 2 && found;
      });
      // Before the edit on beats, after it between them, with none left out.
      const first = beatAfter(harness, new Date(Date.parse(updatedAt) - beatMs / 2)).getTime() + beatMs / 2;
      expect(times.filter((time) => !isAfter(time) && Date.parse(time) % beatMs !== 0)).toEqual([]);
      expect(times.filter(isAfter).slice(0, 2)).toEqual(
        [first, first + beatMs].map((time) => new Date(time).toISOString()),
      );
    });

    test("its upcoming fires are those that come", async () => {
      const deployment = await open();
      const fires = await upcoming(deployment);
      await deployment.elapse(2 * beatMs);
      const times = await deployment.until("these fires", async () => {
        const found = nominalTimes(await deployment.api.runsOf("tick"));
        return fires.every((fire) => found.includes(fire)) && found;
      });
      // None between them.
      expect(times.filter((time) => time >= (fires[0] ?? "") && time <= (fires[1] ?? ""))).toEqual(fires);
    });

    test("with jitter each fire keeps its time and its id, and begins when its upcoming fires say", async () => {
      const deployment = await open({ jitterMs: beatMs / 2 });
      const fires = await upcoming(deployment);
      await deployment.elapse(3 * beatMs);
      const runs = await firstFired(deployment, 2);
      for (const { id, trigger, history } of runs) {
        const nominal = Date.parse(trigger.nominalTime ?? "");
        const begun = Date.parse(history[0]?.at ?? "");
        expect([id, nominal % beatMs]).toEqual([`tick@${trigger.nominalTime ?? ""}`, 0]);
        expect(begun).toBeGreaterThanOrEqual(nominal);
      }
      if (harness.isRealTime === true) return;
      expect(runs.map(({ history }) => history[0]?.at)).toEqual(fires);
      expect(fires.every((fire) => Date.parse(fire) % beatMs <= beatMs / 2)).toBe(true);
      expect(fires.some((fire) => Date.parse(fire) % beatMs > 0)).toBe(true);
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

    test("each of several schedules fires at its own times with its own arguments, and both at the same second", async () => {
      const seen = new Map<string, unknown>();
      const deployment = await open({
        schedules: [
          { name: "twin", cron: cronOfBeats(harness), args: { of: "twin" } },
          { name: "between", cron: cronBetweenBeats(harness) },
        ],
        execute: ({ instanceId, args }) => void seen.set(instanceId, args),
      });
      await deployment.elapse(4 * beatMs);
      const times = await deployment.until("two fires of each", async () => {
        const runs = (await deployment.api.runsOf("tick")).filter(({ state }) => state === "Succeeded");
        const of = (schedule?: string): readonly string[] =>
          nominalTimes(runs.filter(({ trigger }) => trigger.schedule === schedule));
        const found = { own: of(), twin: of("twin"), between: of("between") };
        return Object.values(found).every(({ length }) => length >= 2) && found;
      });
      const beats = times.own.filter((time) => times.twin.includes(time));
      expect(beats.length).toBeGreaterThan(0);
      expect(times.between.filter((time) => Date.parse(time) % beatMs !== beatMs / 2)).toEqual([]);
      for (const time of beats) {
        expect(seen.get(`tick@${time}`)).toBeNull();
        expect(seen.get(`tick@${time}:twin`)).toEqual({ of: "twin" });
      }
      expect(seen.get(`tick@${times.between[0] ?? ""}:between`)).toBeNull();
    });

    test("a schedule that is disabled alone fires no more, and the others go on without a gap", async () => {
      const twin = { name: "twin", cron: cronOfBeats(harness) };
      const deployment = await open({ schedules: [twin] });
      await deployment.elapse(beatMs);
      await deployment.api.edit("tick", { schedules: [{ ...twin, disabled: true }] });
      const { updatedAt } = await tick(deployment);
      await deployment.elapse(3 * beatMs);
      const runs = await deployment.until("two fires after the edit", async () => {
        const found = await deployment.api.runsOf("tick");
        return nominalTimes(found).filter((time) => time > updatedAt).length >= 2 && found;
      });
      const after = (schedule?: string): readonly string[] =>
        nominalTimes(runs.filter(({ trigger }) => trigger.schedule === schedule)).filter(
          (time) => time > updatedAt,
        );
      expect(after("twin")).toEqual([]);
      const first = beatAfter(harness, new Date(updatedAt)).getTime();
      expect(after().slice(0, 2)).toEqual(
        [first, first + beatMs].map((time) => new Date(time).toISOString()),
      );
    });

    test("runs that overlap beyond the limit are skipped, and the schedule goes on", async () => {
      const blocker = Promise.withResolvers<void>();
      const deployment = await open({ maxConcurrency: 1, execute: () => blocker.promise });
      await deployment.elapse(3 * beatMs);
      const states = await deployment.until("three fires", async () => {
        const found = (await deployment.api.runsOf("tick")).map(({ state }) => state);
        return found.length >= 3 && !found.includes("Enqueued") && found.toSorted();
      });
      expect(states).toEqual(["Processing", ...states.slice(1).map(() => "Skipped")]);
      blocker.resolve();
    });
  });
}
