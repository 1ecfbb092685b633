import assert from "node:assert/strict";
import { isTerminal, type JobState } from "@mojob/core";
import {
  type CompletionMinute,
  JOB_STATES,
  type JobInstance,
  laneOf,
  WAITING_STATES,
} from "@mojob/core/ports";
import fc from "fast-check";
import { aChange, anAdmission } from "../builders/a-change.ts";
import { anInstance } from "../builders/an-instance.ts";
import { instant } from "../builders/instant.ts";
import type { MetadataStoreIt } from "../metadata-store-harness.ts";
import { uniqueName } from "../unique-name.ts";

const MINUTE_MS = 60_000;

function fold(instances: readonly JobInstance[]): Record<JobState, number> {
  const counts = Object.fromEntries(JOB_STATES.map((state) => [state, 0])) as Record<JobState, number>;
  for (const { state } of instances) counts[state] += 1;
  return counts;
}

export function describeCounts(it: MetadataStoreIt): void {
  it("countByState() has a number for every state when there is nothing", async ({ store, tenant }) => {
    assert.deepEqual(await store.statistics.countByState(tenant), fold([]));
    assert.deepEqual(await store.statistics.countByState(tenant, "nobody"), fold([]));
  });

  it("countByState() equals a fold over all runs after any operations", async ({ store, harness }) => {
    const operation = fc.oneof(
      fc.record({
        kind: fc.constant("insert" as const),
        app: fc.constantFrom("a", "b"),
        delayed: fc.boolean(),
      }),
      fc.record({ kind: fc.constant("admit" as const), pick: fc.nat() }),
      fc.record({
        kind: fc.constant("update" as const),
        pick: fc.nat(),
        to: fc.constantFrom(...JOB_STATES.filter((state) => state !== "Processing")),
      }),
      fc.record({ kind: fc.constant("sweep" as const), keep: fc.nat({ max: 3 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 30 }), async (operations) => {
        const tenant = uniqueName("tenant");
        const ids: string[] = [];
        const all = async (): Promise<JobInstance[]> =>
          (await store.instances.get(tenant, ids)).filter((instance) => instance !== null);
        for (const next of operations) {
          if (next.kind === "insert") {
            const id = uniqueName("run");
            ids.push(id);
            await store.instances.insert([
              anInstance({
                tenant,
                id,
                app: next.app,
                jobKey: next.app,
                state: next.delayed ? "Scheduled" : "Enqueued",
              }),
            ]);
          } else if (next.kind === "sweep") {
            await store.retention.sweep({
              tenant,
              jobKey: "a",
              keep: next.keep,
              keepSkipped: next.keep,
              endedBefore: instant(),
              limit: 2,
            });
          } else {
            const present = await all();
            const instance = present[next.pick % Math.max(1, present.length)];
            if (!instance) continue;
            if (next.kind === "admit") await store.instances.admit([anAdmission(instance, { limit: 2 })]);
            else {
              const completedAt = isTerminal(next.to) ? instant(1) : null;
              await store.instances.update([aChange(instance, { set: { state: next.to, completedAt } })]);
            }
          }
        }
        const present = await all();
        assert.deepEqual(await store.statistics.countByState(tenant), fold(present));
        const ofA = present.filter(({ app }) => app === "a");
        assert.deepEqual(await store.statistics.countByState(tenant, "a"), fold(ofA));
        const waiting = ofA.filter(({ state }) => WAITING_STATES.includes(state));
        assert.equal(await store.statistics.countWaiting(tenant, "a"), waiting.length);
      }),
      { numRuns: harness.propertyRuns ?? 20 },
    );
  });

  it("countByState() and completions() leave out parts where that is asked for, also after a sweep", async ({
    store,
    tenant,
  }) => {
    const part = (shard: number): Partial<JobInstance> => ({
      id: `~whole/#${shard}`,
      lane: laneOf("job", { shard }),
      trigger: { type: "broadcast", of: "whole" },
      part: { of: "whole", name: String(shard) },
    });
    const shards = [{ id: "one" }, { id: "two" }, { id: "three" }].map((executor) => ({
      ...executor,
      name: "",
    }));
    const routing = { strategy: "broadcast", executor: null, refused: [], shards } as const;
    const again = { id: "again", trigger: { type: "rerun", of: "~whole/#0" } } as const;
    const runs = [{ id: "whole", routing }, part(0), part(1), part(2), again].map((fields) =>
      anInstance({ tenant, app: "a", jobKey: "job", ...fields }),
    );
    await store.instances.insert(runs);
    const counts = async (parts: boolean): Promise<number[]> => {
      const { Enqueued, Succeeded } = await store.statistics.countByState(tenant, "a", { parts });
      return [Enqueued, Succeeded];
    };
    const ends = async (parts: boolean): Promise<number[]> => {
      const minutes = await store.statistics.completions(tenant, instant(), undefined, { parts });
      return minutes.map(({ succeeded }) => succeeded);
    };
    assert.deepEqual(
      [await counts(true), await counts(false)],
      [
        [5, 0],
        [2, 0],
      ],
    );
    const completedAt = instant(5);
    const end = (run: JobInstance) =>
      aChange(run, { at: completedAt, set: { state: "Succeeded", completedAt } });
    await store.instances.update(runs.slice(1, 3).map(end));
    assert.deepEqual(
      [await counts(true), await counts(false)],
      [
        [3, 2],
        [2, 0],
      ],
    );
    assert.deepEqual([await ends(true), await ends(false)], [[2], []]);
    await store.instances.update([runs[0], ...runs.slice(3)].map((run) => end(run as JobInstance)));
    assert.deepEqual(
      [await counts(true), await counts(false)],
      [
        [0, 5],
        [0, 2],
      ],
    );
    const sweep = { tenant, jobKey: "job", keep: 0, keepSkipped: 0, endedBefore: instant(), limit: 1 };
    assert.deepEqual([await store.retention.sweep(sweep), await store.retention.sweep(sweep)], [1, 4]);
    assert.deepEqual(
      [await counts(true), await counts(false)],
      [
        [0, 0],
        [0, 0],
      ],
    );
    assert.deepEqual([await ends(true), await ends(false)], [[5], [2]]);
  });

  it("completions() counts runs that ended, by the minute they ended in, and keeps counting them once swept", async ({
    store,
    tenant,
  }) => {
    const end = async (app: string, state: JobState, endedMs: number): Promise<void> => {
      const instance = anInstance({ tenant, app, jobKey: app });
      const completedAt = instant(endedMs);
      await store.instances.insert([instance]);
      await store.instances.update([aChange(instance, { at: completedAt, set: { state, completedAt } })]);
    };
    await end("a", "Succeeded", 3 * MINUTE_MS);
    await end("a", "Succeeded", 0);
    await end("b", "Succeeded", MINUTE_MS - 1);
    await end("a", "Terminated", MINUTE_MS);
    await end("a", "Cancelled", MINUTE_MS + 5);
    await end("b", "Skipped", MINUTE_MS + 9);
    await end("b", "Failed", MINUTE_MS + 9);
    const none = { succeeded: 0, terminated: 0, cancelled: 0, skipped: 0 };
    const minutes: CompletionMinute[] = [
      { ...none, at: instant(), succeeded: 2 },
      { ...none, at: instant(MINUTE_MS), terminated: 1, cancelled: 1, skipped: 1 },
      { ...none, at: instant(3 * MINUTE_MS), succeeded: 1 },
    ];
    assert.deepEqual(await store.statistics.completions(tenant, instant()), minutes);
    assert.deepEqual(await store.statistics.completions(tenant, instant(MINUTE_MS)), minutes.slice(1));
    assert.deepEqual(await store.statistics.completions(tenant, instant(4 * MINUTE_MS)), []);
    assert.deepEqual(await store.statistics.completions(tenant, instant(), "b"), [
      { ...none, at: instant(), succeeded: 1 },
      { ...none, at: instant(MINUTE_MS), skipped: 1 },
    ]);
    const swept = await store.retention.sweep({
      tenant,
      jobKey: "a",
      keep: 0,
      keepSkipped: 0,
      endedBefore: instant(),
      limit: 100,
    });
    assert.equal(swept, 4);
    assert.deepEqual(await store.statistics.completions(tenant, instant()), minutes);
  });
}
