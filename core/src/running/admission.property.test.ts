import fc from "fast-check";
import { expect, test } from "vitest";
import { anExecutorSetup, aRequest } from "@mojob/test-fixtures/executor";
import type { JobInstance } from "../model/instance/job-instance.ts";

/** How many runs were Processing after each write, oldest first, by the history of all of them. */
function mostAtOnce(runs: readonly JobInstance[]): number {
  const moves = runs
    .flatMap(({ history }) => history)
    .filter(({ from, to }) => (from === "Processing") !== (to === "Processing"))
    // At one instant those that leave come first: the slot they free is what the next one gets.
    .sort(
      (a, b) =>
        a.at.getTime() - b.at.getTime() || Number(a.to === "Processing") - Number(b.to === "Processing"),
    );
  let now = 0;
  let most = 0;
  for (const { to } of moves) {
    now += to === "Processing" ? 1 : -1;
    most = Math.max(most, now);
  }
  return most;
}

const arrival = fc.record({
  waitMs: fc.nat(20),
  workMs: fc.integer({ min: 1, max: 60 }),
  worker: fc.nat(3),
  fails: fc.boolean(),
});

test("racing workers never run more of a job than its limit, skip only what found it full, and leave no slot over", async () => {
  let skipped = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(arrival, { minLength: 1, maxLength: 14 }),
      async (limit, given) => {
        const arrivals = [...given];
        let processing = 0;
        const fullAt: number[] = [];
        const place = await anExecutorSetup({
          options: { maxConcurrency: limit, retryCount: 1 },
          execute: async (_args, { instanceId, attempt }) => {
            const { workMs, fails } = arrivals[Number(instanceId)] as (typeof arrivals)[number];
            processing += 1;
            expect(processing).toBeLessThanOrEqual(limit);
            await new Promise<void>((resolve) => place.clock.setTimer(resolve, workMs));
            processing -= 1;
            if (fails && attempt === 1) throw new Error("It broke");
          },
          instances: (real) => ({
            async admit(batch) {
              const answers = await real.admit(batch);
              const { Processing } = await place.store.statistics.countByState("default");
              for (const { outcome } of answers) if (outcome === "full") fullAt.push(Processing);
              return answers;
            },
          }),
        });
        const workers = [place.executor, place.another(), place.another(), place.another()];
        await place.enqueue(...arrivals.map((_, index) => String(index)));
        const work: Promise<void>[] = [];
        for (const [index, { waitMs, worker }] of arrivals.entries()) {
          await place.clock.advance(waitMs);
          const request = aRequest(String(index));
          // Delivered to two workers, as at-least-once may.
          for (const offset of [0, 1])
            work.push(
              workers[(worker + offset) % workers.length]?.intake.execute([request]) ?? Promise.resolve(),
            );
        }
        await place.clock.advance(5000);
        await Promise.all(work);

        const runs = await place.instances();
        expect(runs.every(({ state }) => state === "Succeeded" || state === "Skipped")).toBe(true);
        expect(runs.every(({ slot, claim }) => slot === null && claim === null)).toBe(true);
        expect(mostAtOnce(runs)).toBeLessThanOrEqual(limit);
        expect(fullAt.every((held) => held === limit)).toBe(true);
        const skips = runs.filter(({ state }) => state === "Skipped").length;
        expect(skips).toBeLessThanOrEqual(fullAt.length);
        skipped += skips;

        // Every slot can be won again.
        const again = Array.from({ length: limit }, (_, index) => String(index + arrivals.length));
        arrivals.push(...again.map(() => ({ waitMs: 0, workMs: 5, worker: 0, fails: false })));
        await place.enqueue(...again);
        const last = Promise.all(again.map((id) => place.another().intake.execute([aRequest(id)])));
        await place.clock.settle();
        expect((await place.store.statistics.countByState("default")).Processing).toBe(limit);
        await place.clock.advance(5);
        await last;
      },
    ),
    { numRuns: 25 },
  );
  expect(skipped).toBeGreaterThan(0);
});
