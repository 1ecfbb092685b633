import { defineRecurringJob } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness } from "./deployment.ts";
import { skipAhead } from "./pace.ts";

const A_DAY_MS = 86_400_000;
/** Longer than any pause of what makes up for fires and adds up what has ended. */
const PAUSE_MS = 6000;

interface BackfillJson {
  readonly id: string;
  readonly state: string;
  readonly counts: Readonly<Record<string, number>>;
}

interface ReportJson {
  readonly total: { readonly succeeded: number };
}

/** Runs for days before a job was there, and the sums that runs leave. */
export function describeBackfills(harness: DeploymentHarness): void {
  describe(`backfills (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    /** Lets time pass until it is so. */
    const until = <Found>(
      deployment: Deployment,
      what: string,
      check: () => Promise<Found | false>,
    ): Promise<Found> =>
      deployment.until(what, async () => {
        const found = await check();
        if (found === false) await skipAhead(harness, deployment, PAUSE_MS);
        return found;
      });

    test("each nominal time gets one run however often it is asked for, and reports count it", async () => {
      const ran: string[] = [];
      const deployment = await harness.open({
        jobs: [
          defineRecurringJob({
            key: "daily",
            cron: "0 0 3 * * *",
            maxConcurrency: 1,
            execute: ({ trigger }) => void ran.push(trigger.nominalTime?.toISOString() ?? "by hand"),
          }),
        ],
      });
      const { api } = deployment;
      const midnight = new Date(Math.floor(deployment.now().getTime() / A_DAY_MS) * A_DAY_MS);
      const from = new Date(midnight.getTime() - 4 * A_DAY_MS);
      const body = { jobKey: "daily", from: from.toISOString(), to: midnight.toISOString(), atOnce: 4 };
      const begin = async (): Promise<string> => {
        const made = await api.call<{ backfill: BackfillJson }>("POST", "/backfills", body);
        expect(made.status).toBe(201);
        return made.body.backfill.id;
      };
      const ended = (id: string): Promise<BackfillJson> =>
        until(deployment, "the backfill has ended", async () => {
          const { backfill } = (await api.call<{ backfill: BackfillJson }>("GET", `/backfills/${id}`)).body;
          return backfill.state === "completed" && backfill;
        });
      const ids = await Promise.all([begin(), begin()]);
      const all = [...(await Promise.all(ids.map(ended))), await ended(await begin())];
      const sum = (name: string): number => all.reduce((count, { counts }) => count + (counts[name] ?? 0), 0);
      expect([sum("succeeded"), sum("present"), sum("skipped"), sum("failed")]).toEqual([4, 8, 0, 0]);
      const days = [0, 1, 2, 3].map((day) => new Date(from.getTime() + day * A_DAY_MS + 3 * 3_600_000));
      expect(ran.toSorted()).toEqual(days.map((at) => at.toISOString()));
      const runs = await api.runsOf("daily");
      expect(runs.filter(({ state }) => state === "Succeeded").map(({ trigger }) => trigger.type)).toEqual(
        days.map(() => "backfill"),
      );
      await until(deployment, "they are in the reports", async () => {
        const report = await api.call<ReportJson>("GET", "/reports?range=24h&jobKey=daily");
        return report.body.total.succeeded === 4;
      });
    });
  });
}
