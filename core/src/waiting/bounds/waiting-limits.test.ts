import { describe, expect, it } from "vitest";
import { aDefinition, aNewRun } from "@mojob/test-fixtures/records";
import { createWorld } from "@mojob/test-fixtures/world";
import type { JobDefinition } from "../../model/job-definition.ts";
import type { NewRun } from "../../model/instance/new-run.ts";
import { InstanceCreator } from "../../dispatch/instance-creator.ts";
import { WaitingLimits } from "./waiting-limits.ts";

function aPlace() {
  const world = createWorld();
  const { instances, queries } = world.store;
  const limits = new WaitingLimits({ ...world, tenant: "default", queries, instances });
  const creator = new InstanceCreator({ ...world, store: instances, limits });
  let made = 0;
  const run = (definition: JobDefinition, overrides: Partial<NewRun> = {}): NewRun =>
    aNewRun(definition, { id: `run-${(made += 1)}`, ...overrides });
  return { ...world, creator, run };
}

const limited = aDefinition({ options: { maxWaiting: 3 } });

describe("maxWaiting", () => {
  it("refuses the run above it with what to do, and records nothing of it", async () => {
    const { creator, run, instances } = aPlace();
    for (let count = 0; count < 3; count += 1) await creator.createOne(run(limited));
    await expect(creator.createOne(run(limited))).rejects.toMatchObject({
      code: "waiting_limit",
      message: expect.stringMatching(/job "mail.send": 3 runs of it wait already.*cancel some/) as unknown,
    });
    expect(await instances()).toHaveLength(3);
  });

  it("is never exceeded by what one process creates at the same moment, and none is refused while there is room", async () => {
    const { creator, run, store } = aPlace();
    const job = aDefinition({ options: { maxWaiting: 400 } });
    const tried = await Promise.allSettled(Array.from({ length: 1000 }, () => creator.createOne(run(job))));
    expect(tried.filter(({ status }) => status === "fulfilled")).toHaveLength(400);
    expect(await store.queries.count({ tenant: "default" }, 1000)).toBe(400);
  });

  it("records a fire above it as Skipped, and counts those of a list in their order", async () => {
    const { creator, run } = aPlace();
    const made = await creator.create(Array.from({ length: 5 }, () => run(limited)));
    expect(made.map(({ instance }) => instance.state)).toEqual([
      "Enqueued",
      "Enqueued",
      "Enqueued",
      "Skipped",
      "Skipped",
    ]);
    expect(made[4]?.instance.reason).toEqual({ code: "waiting_limit", parameters: { limit: 3 } });
  });

  it("has room again when a run has begun or was cancelled", async () => {
    const { creator, run, store, clock } = aPlace();
    const job = aDefinition({ options: { maxWaiting: 1 } });
    const { instance } = await creator.createOne(run(job));
    await expect(creator.createOne(run(job))).rejects.toMatchObject({ code: "waiting_limit" });
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
    await creator.createOne(run(job));
  });

  it("counts delayed runs, and each job by itself; a repeated request returns its run", async () => {
    const { creator, run, clock } = aPlace();
    const job = aDefinition({ options: { maxWaiting: 1 } });
    const request = run(job, { fingerprint: "same", dueAt: new Date(clock.now().getTime() + 60_000) });
    await creator.createOne(request);
    await expect(creator.createOne(run(job))).rejects.toMatchObject({ code: "waiting_limit" });
    await creator.createOne(run(aDefinition({ key: "mail.print", options: { maxWaiting: 1 } })));
    await creator.createOne(run(aDefinition({ key: "mail.free" })));
    expect(await creator.createOne(request)).toMatchObject({ created: false, instance: { id: request.id } });
  });

  it("what is recorded as skipped anyway needs no room", async () => {
    const { creator, run } = aPlace();
    const job = aDefinition({ options: { maxWaiting: 1 } });
    await creator.createOne(run(job));
    const [skipped] = await creator.create([run(job, { skipReason: { code: "job_disabled" } })]);
    expect(skipped?.instance.reason).toEqual({ code: "job_disabled" });
  });

  it.each(["skip", "existing", "replace"] as const)(
    "refuses no run that is not to wait, because another one of its key does (unique %s)",
    async (unique) => {
      const { creator, run, store } = aPlace();
      const job = aDefinition({ options: { maxWaiting: 1, unique, uniqueKey: "args.to" } });
      const { instance: first } = await creator.createOne(run(job, { args: { to: "ada", text: 1 } }));
      const { instance } = await creator.createOne(run(job, { args: { to: "ada", text: 2 } }));
      if (unique === "skip") expect(instance.reason).toMatchObject({ code: "not_unique" });
      else expect(instance.id).toBe(first.id);
      expect(instance.args).toEqual({ to: "ada", text: unique === "existing" ? 1 : 2 });
      const other = creator.createOne(run(job, { args: { to: "bob" } }));
      await expect(other).rejects.toMatchObject({ code: "waiting_limit" });
      expect(await store.queries.count({ tenant: "default", states: ["Enqueued"] }, 9)).toBe(1);
    },
  );

  it("refuses no trigger that is folded into the run that waits", async () => {
    const { creator, run } = aPlace();
    const job = aDefinition({ options: { maxWaiting: 1, debounceMs: 1000 } });
    const { instance: first } = await creator.createOne(run(job, { args: 1 }));
    const { instance } = await creator.createOne(run(job, { args: 2 }));
    expect([instance.id, instance.args]).toEqual([first.id, 2]);
  });

  it("counts runs of one key that come at the same moment once, and refuses all of them where there is no room", async () => {
    const { creator, run } = aPlace();
    const job = aDefinition({ options: { maxWaiting: 2, unique: "existing", uniqueKey: "args" } });
    const asked = await Promise.allSettled(
      ["a", "a", "a", "b", "c", "c", "b"].map((args) => creator.createOne(run(job, { args }))),
    );
    const outcomes = asked.map((one) => (one.status === "fulfilled" ? one.value.instance.args : "refused"));
    expect(outcomes).toEqual(["a", "a", "a", "b", "refused", "refused", "b"]);
  });
});
