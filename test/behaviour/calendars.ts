import { defineRecurringJob } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness } from "./deployment.ts";
import { beatOf } from "./pace.ts";

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

/** Recurring jobs that fire on the days of a calendar. */
export function describeCalendars(harness: DeploymentHarness): void {
  describe(`calendars (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());
    const everyMs = beatOf(harness);

    const nextFire = async ({ api }: Deployment): Promise<string | null> =>
      (await api.call<{ nextFire: string | null }>("GET", "/jobs/tick")).body.nextFire;

    const change = async ({ api }: Deployment, weekend: readonly number[]): Promise<void> => {
      const { status } = await api.call("PATCH", "/calendars/plant", { weekend }, { "If-Match": "*" });
      expect(status).toBe(200);
    };

    test("a job fires on no day until its calendar is there, and obeys each change of it at once", async () => {
      const deployment = await harness.open({
        jobs: [
          defineRecurringJob({
            key: "tick",
            everyMs,
            calendar: { key: "plant" },
            maxConcurrency: null,
            execute: () => {},
          }),
        ],
      });
      const { api } = deployment;
      expect(await nextFire(deployment)).toBeNull();
      const made = await api.call("POST", "/calendars", { key: "plant", name: "Plant", weekend: EVERY_DAY });
      expect(made.status).toBe(201);
      expect(await nextFire(deployment)).toBeNull();
      await deployment.elapse(3 * everyMs);
      expect(await api.runsOf("tick")).toEqual([]);
      await change(deployment, []);
      expect(await nextFire(deployment)).not.toBeNull();
      await deployment.elapse(2 * everyMs);
      await deployment.until("a fire", async () => (await api.runsOf("tick")).length > 0);
      await change(deployment, EVERY_DAY);
      expect(await nextFire(deployment)).toBeNull();
      const fired = (await api.runsOf("tick")).length;
      await deployment.elapse(3 * everyMs);
      expect(await api.runsOf("tick")).toHaveLength(fired);
      const removed = await api.call("DELETE", "/calendars/plant", undefined, { "If-Match": "*" });
      expect(removed.status).toBe(409);
    });
  });
}
