import { describe, expect, test } from "vitest";
import { aDefinition, anInstance } from "@mojob/test-fixtures/records";
import { createWorld } from "@mojob/test-fixtures/world";
import type { NewRun } from "../../model/instance/new-run.ts";
import { type QuotaOptions, resolveQuotas } from "../../model/option/quota-options.ts";
import { InstanceCreator } from "../../dispatch/instance-creator.ts";
import { WaitingQuota } from "./waiting-quota.ts";

async function aPlace(given: QuotaOptions, waiting = 0) {
  const world = createWorld();
  await world.define(aDefinition());
  await world.store.instances.insert(
    Array.from({ length: waiting }, (_, index) => anInstance({ id: `old-${index}` })),
  );
  const counts: { calls: number; failure: Error | null } = { calls: 0, failure: null };
  const { statistics, instances } = world.store;
  const counted: typeof statistics = {
    countWaiting: (...asked) => {
      counts.calls += 1;
      if (counts.failure !== null) return Promise.reject(counts.failure);
      return statistics.countWaiting(...asked);
    },
    countByState: (...asked) => statistics.countByState(...asked),
    completions: (...asked) => statistics.completions(...asked),
  };
  const quotas = resolveQuotas(given);
  const quota = new WaitingQuota({
    ...world,
    tenant: "default",
    store: { instances, statistics: counted },
    quotas,
  });
  const creator = new InstanceCreator({ ...world, store: instances, bounds: [quota] });
  let made = 0;
  const run = (overrides: Partial<NewRun> = {}): NewRun => ({
    id: `run-${(made += 1)}`,
    definition: aDefinition(),
    args: null,
    trigger: { type: "code" },
    priority: 3,
    dueAt: null,
    skipReason: null,
    missed: null,
    fingerprint: null,
    ...overrides,
  });
  return { ...world, creator, run, counts };
}

describe("a quota of what waits", () => {
  test("refuses the run that is one too many, and says what to do", async () => {
    const { creator, run, clock } = await aPlace({ maxWaitingRuns: 3 }, 2);
    await creator.createOne(run());
    await expect(creator.createOne(run())).rejects.toMatchObject({
      code: "quota_exceeded",
      message: expect.stringMatching(
        /3 runs of app "mail" wait already.*cancel some, or raise the quota/,
      ) as unknown,
    });
    await clock.advance(1000);
    await expect(creator.createOne(run())).rejects.toMatchObject({ code: "quota_exceeded" });
  });

  test("has room again when something has begun", async () => {
    const { creator, run, store, clock } = await aPlace({ maxWaitingRuns: 2 });
    const { instance } = await creator.createOne(run());
    await creator.createOne(run());
    await expect(creator.createOne(run())).rejects.toMatchObject({ code: "quota_exceeded" });
    await store.instances.update([
      {
        tenant: "default",
        id: instance.id,
        at: clock.now(),
        when: { states: ["Enqueued"] },
        set: { state: "Processing" },
        append: [],
      },
    ]);
    await clock.advance(300);
    await creator.createOne(run());
  });

  test("counts delayed runs, and bytes of arguments however they came", async () => {
    const { creator, run, clock } = await aPlace({ maxWaitingBytes: 1000 });
    const args = "x".repeat(398);
    await creator.createOne(run({ args, dueAt: new Date(clock.now().getTime() + 60_000) }));
    await creator.createOne(run({ args }));
    await expect(creator.createOne(run({ args }))).rejects.toMatchObject({
      message: expect.stringContaining("1000 bytes of arguments") as unknown,
    });
    await creator.createOne(run({ args: "small" }));
  });

  test("records a fire that finds no room as skipped, with its reason", async () => {
    const { creator, run } = await aPlace({ maxWaitingRuns: 1 });
    const [first, second] = await creator.create([run(), run()]);
    expect(first?.instance.state).toBe("Enqueued");
    expect(second?.instance).toMatchObject({
      state: "Skipped",
      reason: { code: "quota_used_up", parameters: { quota: "maxWaitingRuns", limit: 1 } },
    });
  });

  test("returns the run of a repeated request, also where nothing else fits", async () => {
    const { creator, run } = await aPlace({ maxWaitingRuns: 1 });
    const request = run({ fingerprint: "same" });
    await creator.createOne(request);
    expect(await creator.createOne(request)).toMatchObject({ created: false, instance: { id: request.id } });
  });

  test("refuses no run of a unique job that another one takes the place of", async () => {
    const { creator, run } = await aPlace({ maxWaitingRuns: 1 });
    const definition = aDefinition({ options: { unique: "existing", uniqueKey: "args" } });
    const { instance } = await creator.createOne(run({ definition, args: "ada" }));
    expect(await creator.createOne(run({ definition, args: "ada" }))).toEqual({ instance, created: false });
    const other = creator.createOne(run({ definition, args: "bob" }));
    await expect(other).rejects.toMatchObject({ code: "quota_exceeded" });
  });

  test("counts the store once for all the runs there was room for", async () => {
    const { creator, run, counts, clock } = await aPlace({ maxWaitingRuns: 2000 });
    await Promise.all(Array.from({ length: 2000 }, () => creator.createOne(run())));
    expect(counts.calls).toBe(1);
    const refused = await Promise.allSettled(Array.from({ length: 500 }, () => creator.createOne(run())));
    expect(refused.every(({ status }) => status === "rejected")).toBe(true);
    expect(counts.calls).toBeLessThan(5);
    await clock.advance(20_000);
    expect(counts.calls).toBeLessThan(5);
  });

  test("reports once that it cannot count beside the runs it takes", async () => {
    const { creator, run, clock, counts, errors } = await aPlace({ maxWaitingRuns: 100 });
    await creator.create([run()]);
    await clock.advance(20_000);
    counts.failure = new Error("no response");
    await Promise.all(Array.from({ length: 20 }, () => creator.create([run()])));
    expect(errors).toEqual([counts.failure]);
  });

  test("keeps each app to its own", async () => {
    const { creator, run } = await aPlace({ maxWaitingRuns: 1 });
    await creator.createOne(run());
    await creator.createOne(run({ definition: aDefinition({ app: "billing", key: "bill" }) }));
  });
});
