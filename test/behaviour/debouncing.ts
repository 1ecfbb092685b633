import { defineTriggeredJob } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { DeploymentHarness, RunJson } from "./deployment.ts";
import { inState, path } from "./states.ts";

const DEBOUNCE_MS = 2000;

/** Debouncing: triggers that come soon after each other are one run, with the arguments of the latest. */
export function describeDebouncing(harness: DeploymentHarness): void {
  describe(`debouncing (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    test("a debounced job begins when no further trigger has come for a while, with the latest arguments", async () => {
      const deployment = await harness.open({
        jobs: [
          defineTriggeredJob({
            key: "index",
            maxConcurrency: null,
            debounceMs: DEBOUNCE_MS,
            uniqueKey: "args.page",
            execute: ({ text }: { readonly page: string; readonly text: number }) => text,
          }),
        ],
      });
      /** What each run was asked for last. */
      const latest = new Map<string, { readonly text: number; readonly answer: RunJson }>();
      const ask = async (page: string, text: number): Promise<void> => {
        const { id } = await deployment.api.trigger("index", { args: { page, text } });
        latest.set(id, { text, answer: await deployment.api.run(id) });
      };
      await Promise.all([ask("a", 1), ask("b", 1)]);
      await deployment.elapse(DEBOUNCE_MS / 2);
      await ask("a", 2);
      await deployment.elapse(DEBOUNCE_MS / 2);
      await ask("a", 3);
      await deployment.elapse(DEBOUNCE_MS + 1000);
      // On a busy machine some time more may pass between two triggers: the run has begun then, and the next trigger makes another one.
      if (harness.isRealTime !== true) expect(latest.size).toBe(2);
      for (const [id, { text, answer }] of latest) {
        const run = await inState(deployment, id, "Succeeded");
        expect(run).toMatchObject({ args: { text }, result: text, attempt: 1 });
        expect(path(run)).toBe("Scheduled Enqueued Processing Succeeded");
        expect(Date.parse(run.startedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(answer.scheduledFor ?? ""));
        expect(run.scheduledFor).toBe(answer.scheduledFor);
      }
      const texts = [...latest.values()].map(({ text }) => text);
      expect(Math.max(...texts)).toBe(3);
    });

    test("a cancelled run of a debounced job takes no further trigger, and the next makes a run of its own", async () => {
      const deployment = await harness.open({
        jobs: [
          defineTriggeredJob({
            key: "index",
            debounceMs: 60_000,
            debounceMaxMs: 600_000,
            execute: (text: number) => text,
          }),
        ],
      });
      const first = await deployment.api.trigger("index", { args: 1 });
      const folded = await deployment.api.trigger("index", { args: 2 });
      expect(folded.id).toBe(first.id);
      expect(await deployment.api.run(first.id)).toMatchObject({ state: "Scheduled", args: 2 });
      await deployment.api.cancel(first.id);
      const next = await deployment.api.trigger("index", { args: 3 });
      expect(next.id).not.toBe(first.id);
      expect(await deployment.api.run(first.id)).toMatchObject({ state: "Cancelled", args: 2 });
      expect(await deployment.api.run(next.id)).toMatchObject({ state: "Scheduled", args: 3 });
    });
  });
}
