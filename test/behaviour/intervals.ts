import { defineRecurringJob } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness, RunJson } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { beatOf } from "./pace.ts";
import { inState } from "./states.ts";

/** Recurring jobs that fire once each interval. */
export function describeIntervals(harness: DeploymentHarness): void {
  describe(`intervals (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());
    const beatMs = beatOf(harness);
    /** No divisor of a minute, and not on beats. */
    const everyMs = beatMs * 0.7;

    const open = (options: Partial<Parameters<typeof defineRecurringJob>[0]> = {}): Promise<Deployment> =>
      harness.open({
        jobs: [
          defineRecurringJob({ key: "tick", everyMs, maxConcurrency: null, execute: () => {}, ...options }),
        ],
      });

    /** Every fire so far, by its time. */
    const firesOf = async (deployment: Deployment, key = "tick"): Promise<readonly RunJson[]> =>
      (await deployment.api.runsOf(key))
        .filter(({ trigger }) => trigger.type === "cron")
        .toSorted((one, other) => timeOf(one) - timeOf(other));

    const fires = (deployment: Deployment, count: number): Promise<readonly RunJson[]> =>
      deployment.until(`${count} fires`, async () => {
        const found = await firesOf(deployment);
        return found.length >= count && found;
      });

    const nextFire = async (deployment: Deployment): Promise<number | null> => {
      const { body } = await deployment.api.call<{ nextFire: string | null }>("GET", "/jobs/tick");
      return body.nextFire === null ? null : Date.parse(body.nextFire);
    };

    /** Where time is real, it may have passed meanwhile. */
    const expectNext = async (deployment: Deployment, at: number): Promise<void> => {
      if (harness.isRealTime !== true) expect(await nextFire(deployment)).toBe(at);
    };

    const updatedAt = async (deployment: Deployment): Promise<number> => {
      const { body } = await deployment.api.call<{ updatedAt: string }>("GET", "/jobs/tick");
      return Date.parse(body.updatedAt);
    };

    test("it fires at equal distances from its beginning, once, under ids that name the times", async () => {
      const deployment = await open();
      const first = Math.ceil((await updatedAt(deployment)) / 1000) * 1000 + everyMs;
      await expectNext(deployment, first);
      await deployment.elapse(4 * everyMs);
      const runs = await fires(deployment, 3);
      const steps = runs.map((run) => (timeOf(run) - first) / everyMs);
      // Where time is real, a busy control plane may learn of a new job after its first fire.
      const from = harness.isRealTime === true ? (steps[0] ?? 0) : 0;
      expect(steps).toEqual(runs.map((_, index) => from + index));
      expect(runs.map(({ id }) => id)).toEqual(
        runs.map((run) => `tick@${new Date(timeOf(run)).toISOString()}`),
      );
    });

    test("its start time is its first fire, and an edit of the interval counts at once", async () => {
      const deployment = await open({ everyMs: null });
      const startTime = new Date(Math.ceil(deployment.now().getTime() / 1000) * 1000 + 2 * beatMs);
      await deployment.api.edit("tick", { everyMs: beatMs, startTime: startTime.toISOString() });
      await deployment.elapse(3.5 * beatMs);
      expect((await fires(deployment, 2)).slice(0, 2).map(timeOf)).toEqual([
        startTime.getTime(),
        startTime.getTime() + beatMs,
      ]);
      await deployment.api.edit("tick", { everyMs: 2 * beatMs });
      const editedAt = await updatedAt(deployment);
      await deployment.elapse(3 * beatMs);
      const after = await deployment.until("a fire after the edit", async () => {
        const found = (await firesOf(deployment)).map(timeOf).filter((time) => time > editedAt);
        return found.length > 0 && found;
      });
      expect(after.filter((time) => (time - startTime.getTime()) % (2 * beatMs) !== 0)).toEqual([]);
    });

    test("from the end it fires that long after the run before has ended, whatever its end, and never beside it", async () => {
      const gates = new Gates();
      const deployment = await open({
        everyFrom: "end",
        retryCount: 1,
        retryIntervalMs: everyMs,
        execute: (context) => gates.pass(context),
      });
      const first = (await updatedAt(deployment)) + everyMs;
      await expectNext(deployment, first);
      await deployment.elapse(everyMs);
      const [one] = await fires(deployment, 1);
      expect(one && timeOf(one)).toBe(first);
      await gates.entered(idOf(one));
      await deployment.elapse(3 * everyMs);
      expect(await nextFire(deployment)).toBeNull();
      gates.fail(idOf(one));
      await deployment.elapse(everyMs);
      // It is open until its last attempt has ended.
      await gates.entered(idOf(one), 2);
      expect(await firesOf(deployment)).toHaveLength(1);
      gates.fail(idOf(one), undefined, 2);
      const failed = await inState(deployment, idOf(one), "Terminated");
      await expectNext(deployment, endOf(failed) + everyMs);
      // A run by hand does not move it.
      const byHand = await deployment.api.trigger("tick", { manual: true });
      await gates.entered(byHand.id);
      await deployment.elapse(everyMs);
      const [, two] = await fires(deployment, 2);
      expect(two && timeOf(two)).toBe(endOf(failed) + everyMs);
      gates.succeed(byHand.id, null);
      await gates.entered(idOf(two));
      await deployment.api.call("POST", `/instances/${encodeURIComponent(idOf(two))}/cancel`, {});
      const cancelled = await inState(deployment, idOf(two), "Cancelled");
      await deployment.elapse(everyMs);
      const [, , three] = await fires(deployment, 3);
      expect(three && timeOf(three)).toBe(endOf(cancelled) + everyMs);
    });

    test("from the end a skipped fire counts as ended, and a resume begins the interval again", async () => {
      const gates = new Gates();
      const deployment = await open({
        everyFrom: "end",
        maxConcurrency: 1,
        execute: (context) => gates.pass(context),
      });
      const byHand = await deployment.api.trigger("tick", { manual: true });
      await gates.entered(byHand.id);
      await deployment.elapse(everyMs);
      const [one] = await fires(deployment, 1);
      const skipped = await inState(deployment, idOf(one), "Skipped");
      await expectNext(deployment, endOf(skipped) + everyMs);
      await deployment.api.call("POST", "/jobs/tick/pause", {});
      expect(await nextFire(deployment)).toBeNull();
      const before = await firesOf(deployment);
      await deployment.elapse(3 * everyMs);
      expect(await firesOf(deployment)).toHaveLength(before.length);
      await deployment.api.call("POST", "/jobs/tick/resume", {});
      gates.succeed(byHand.id, null);
      const resumedAt = await updatedAt(deployment);
      await expectNext(deployment, resumedAt + everyMs);
      await deployment.elapse(everyMs);
      const two = (await fires(deployment, before.length + 1)).at(before.length);
      expect(two && timeOf(two)).toBe(resumedAt + everyMs);
      await gates.entered(idOf(two));
      gates.succeed(idOf(two), null);
      await inState(deployment, idOf(two), "Succeeded");
    });
  });
}

function timeOf({ trigger }: RunJson): number {
  return Date.parse(trigger.nominalTime ?? "");
}

function idOf(run: RunJson | undefined): string {
  if (run === undefined) throw new Error("There is no such fire");
  return run.id;
}

function endOf({ history }: RunJson): number {
  return Date.parse(history.at(-1)?.at ?? "");
}
