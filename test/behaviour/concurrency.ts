import { defineTriggeredJob } from "@mojob/core";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import type { DeploymentHarness } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { inState } from "./states.ts";

type Step =
  | { readonly type: "trigger" }
  | { readonly type: "end"; readonly pick: number; readonly fails: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constant<Step>({ type: "trigger" }),
  fc.record({ type: fc.constant("end" as const), pick: fc.nat(), fails: fc.boolean() }),
);

/** One limit for every way a run comes about: never above it, and skipped only when it is reached. */
export function describeConcurrency(harness: DeploymentHarness): void {
  describe(`concurrency (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    test("whatever is asked and however it ends: never above the limit, skipped only when full", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 3 }),
          fc.array(step, { maxLength: 25 }),
          async (limit, steps) => {
            const gates = new Gates();
            const deployment = await harness.open({
              jobs: [
                defineTriggeredJob({
                  key: "gate",
                  maxConcurrency: limit,
                  execute: (_args, context) => gates.pass(context),
                }),
              ],
            });
            const running: string[] = [];
            for (const next of steps) {
              if (next.type === "trigger") {
                const { id } = await deployment.api.trigger("gate");
                if (running.length === limit) {
                  await inState(deployment, id, "Skipped");
                  continue;
                }
                await gates.entered(id);
                running.push(id);
              } else if (running.length > 0) {
                const [id = ""] = running.splice(next.pick % running.length, 1);
                if (next.fails) gates.fail(id);
                else gates.succeed(id);
                await inState(deployment, id, next.fails ? "Terminated" : "Succeeded");
              }
            }
            expect(gates.mostInside).toBeLessThanOrEqual(limit);
            await harness.cleanUp();
          },
        ),
        { numRuns: harness.isRealTime === true ? 4 : 25 },
      );
    });

    test("many asked for at once: exactly the limit runs, every other one is recorded as Skipped", async () => {
      const gates = new Gates();
      const deployment = await harness.open({
        jobs: [
          defineTriggeredJob({
            key: "gate",
            maxConcurrency: 3,
            execute: (_args, context) => gates.pass(context),
          }),
        ],
      });
      const runs = await Promise.all(Array.from({ length: 60 }, () => deployment.api.trigger("gate")));
      const byState = await deployment.until("60 decisions", async () => {
        const now = await Promise.all(runs.map(({ id }) => deployment.api.run(id)));
        const states = Map.groupBy(now, ({ state }) => state);
        return !states.has("Enqueued") && states;
      });
      expect(byState.get("Processing")).toHaveLength(3);
      expect(byState.get("Skipped")).toHaveLength(57);
      for (const { id } of byState.get("Processing") ?? []) gates.succeed(id);
    });
  });
}
