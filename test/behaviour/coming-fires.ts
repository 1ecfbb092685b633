import { defineRecurringJob } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness } from "./deployment.ts";
import { skipAhead } from "./pace.ts";

interface TimelineJson {
  readonly fires: readonly { readonly nominalTime: string; readonly action: string | null }[];
}

/** Fires that somebody decides about before their time. */
export function describeComingFires(harness: DeploymentHarness): void {
  describe(`coming fires (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    /** Lets time pass until it is so. */
    const until = async (deployment: Deployment, what: string, check: () => boolean): Promise<void> => {
      await deployment.until(what, async () => {
        if (check()) return true;
        await skipAhead(harness, deployment, 500);
        return false;
      });
    };

    test("each fire that is skipped, moved or run before its time is decided once, and the others fire", async () => {
      const ran: string[] = [];
      const deployment = await harness.open({
        jobs: [
          defineRecurringJob({
            key: "tick",
            cron: "*/5 * * * * *",
            maxConcurrency: null,
            execute: ({ trigger }) => void ran.push(trigger.nominalTime?.toISOString() ?? "by hand"),
          }),
        ],
      });
      const { api } = deployment;
      const now = deployment.now().getTime();
      const query = `from=${new Date(now).toISOString()}&to=${new Date(now + 60_000).toISOString()}&jobKey=tick`;
      const timeline = await api.call<TimelineJson>("GET", `/timeline?${query}`);
      // The first ones may fire before they are decided about.
      const [skipped = "", moved = "", run = "", next = ""] = timeline.body.fires
        .map(({ nominalTime }) => nominalTime)
        .slice(3);
      const decide = (body: object): Promise<{ readonly status: number }> =>
        api.call("POST", "/jobs/tick/fires", body);
      const to = new Date(Date.parse(moved) + 2000).toISOString();
      const both = await Promise.all([
        decide({ at: skipped, action: "skip", note: "Release" }),
        decide({ at: skipped, action: "skip" }),
      ]);
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
      expect((await decide({ at: moved, action: "move", to })).status).toBe(201);
      expect((await decide({ at: run, action: "run" })).status).toBe(201);
      await until(deployment, "the fire after them has run", () => ran.includes(next));
      await until(deployment, "the moved one has run", () => ran.includes(moved));
      expect(ran.filter((at) => at === skipped)).toEqual([]);
      for (const at of [moved, run, next]) expect(ran.filter((one) => one === at)).toEqual([at]);
      expect(ran.indexOf(run)).toBeLessThan(ran.indexOf(next));
      const runs = await api.runsOf("tick");
      const found = runs.find(({ id }) => id === `tick@${skipped}`);
      expect(found).toMatchObject({ state: "Skipped", reasonCode: "fire_skipped" });
      expect(runs.filter(({ id }) => id.startsWith(`tick@${run}`))).toHaveLength(1);
    });
  });
}
