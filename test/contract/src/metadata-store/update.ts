import assert from "node:assert/strict";
import type { InstanceCondition, InstancePatch, JobInstance } from "@mojob/core/ports";
import { aChange, anAdmission } from "../builders/a-change.ts";
import { anInstance } from "../builders/an-instance.ts";
import { instant } from "../builders/instant.ts";
import type { MetadataStoreIt, MetadataStoreTest } from "../metadata-store-harness.ts";

/** A run in Processing, attempt 1, claim "mine", that holds a slot. */
async function processing({ store, tenant }: MetadataStoreTest, id = "run"): Promise<JobInstance> {
  const instance = anInstance({ tenant, id });
  await store.instances.insert([instance]);
  const [answer] = await store.instances.admit([anAdmission(instance, { limit: 10, claim: "mine" })]);
  assert.equal(answer?.outcome, "admitted");
  return answer.instance;
}

export function describeUpdate(it: MetadataStoreIt): void {
  it("update() writes the patch, the time and the history together", async ({ store, tenant }) => {
    const instance = anInstance({ tenant });
    await store.instances.insert([instance]);
    const set: InstancePatch = {
      state: "Cancelled",
      reason: { code: "note", parameters: { text: "By hand" } },
      completedAt: instant(9),
    };
    const change = aChange(instance, { at: instant(9), set });
    assert.deepEqual(await store.instances.update([change]), [true]);
    const history = [...instance.history, ...change.append];
    assert.deepEqual(await store.instances.get(tenant, [instance.id]), [
      { ...instance, ...set, updatedAt: instant(9), history },
    ]);
  });

  it("update() replaces every field a patch may name", async (test) => {
    const { store, tenant } = test;
    const run = await processing(test);
    const set: InstancePatch = {
      reason: { code: "job_full", parameters: { limit: 2 } },
      enqueuedAt: instant(1),
      startedAt: instant(2),
      attempt: 2,
      retryCount: 4,
      retryAt: instant(3),
      worker: "worker-2",
      claim: "other",
      dispatchId: "dispatch-2",
      routing: { strategy: "first", executor: null, refused: [{ id: "w1", name: "w1", why: "gone" }] },
      cancelRequestedAt: instant(4),
      cancelReason: { code: "cancelled", parameters: { by: "ada", note: null } },
      progress: { fraction: 0.5, message: null, at: instant(5) },
      result: { rows: [1, 2] },
      error: { code: "job_error", message: "No", stack: "at x" },
    };
    assert.deepEqual(await store.instances.update([aChange(run, { at: instant(9), set })]), [true]);
    assert.deepEqual(await store.instances.get(tenant, [run.id]), [
      { ...run, ...set, updatedAt: instant(9) },
    ]);
  });

  const conditions: readonly (readonly [string, InstanceCondition, boolean])[] = [
    ["the state", { states: ["Processing"] }, true],
    ["the dispatch", { states: ["Processing"], dispatchId: "dispatch-1" }, true],
    ["another dispatch", { states: ["Processing"], dispatchId: "dispatch-2" }, false],
    ["one of the states", { states: ["Enqueued", "Processing"] }, true],
    ["another state", { states: ["Enqueued", "Failed"] }, false],
    ["the attempt", { states: ["Processing"], attempt: 1 }, true],
    ["an older attempt", { states: ["Processing"], attempt: 0 }, false],
    ["the claim", { states: ["Processing"], claim: "mine" }, true],
    ["another claim", { states: ["Processing"], claim: "theirs" }, false],
    ["the attempt with another claim", { states: ["Processing"], attempt: 1, claim: "theirs" }, false],
    ["no cancel asked", { states: ["Processing"], cancelRequested: false }, true],
    ["a cancel asked", { states: ["Processing"], cancelRequested: true }, false],
  ];
  for (const [what, when, holds] of conditions) {
    it(`update() that wants ${what} ${holds ? "writes" : "changes nothing"}`, async (test) => {
      const run = await processing(test);
      const change = aChange(run, { when, set: { state: "Succeeded", result: 1 } });
      assert.deepEqual(await test.store.instances.update([change]), [holds]);
      const [stored] = await test.store.instances.get(test.tenant, [run.id]);
      if (holds) assert.equal(stored?.state, "Succeeded");
      else assert.deepEqual(stored, run);
    });
  }

  for (const [what, scheduledFor, holds] of [
    ["due by then", instant(5000), true],
    ["due later", instant(5001), false],
    ["due at no time", null, false],
  ] as const)
    it(`update() that wants a run to be due by a time ${holds ? "writes" : "changes nothing"}: ${what}`, async (test) => {
      const { store, tenant } = test;
      const run = anInstance({ tenant, state: "Scheduled", scheduledFor });
      await store.instances.insert([run]);
      const when = { states: ["Scheduled"], dueBy: instant(5000) } as const;
      const change = aChange(run, { when, set: { state: "Enqueued" } });
      assert.deepEqual(await store.instances.update([change]), [holds]);
      const [stored] = await store.instances.get(tenant, [run.id]);
      assert.equal(stored?.state, holds ? "Enqueued" : "Scheduled");
    });

  it("update() sees a cancel that was asked for", async (test) => {
    const run = await processing(test);
    const asked = aChange(run, {
      set: {
        cancelRequestedAt: instant(1),
        cancelReason: { code: "cancelled", parameters: { by: null, note: "By hand" } },
      },
    });
    const again = { ...asked, when: { states: ["Processing"], cancelRequested: false } } as const;
    const unless = aChange(run, { when: again.when, set: { state: "Succeeded" } });
    const because = aChange(run, {
      when: { states: ["Processing"], cancelRequested: true },
      set: { state: "Cancelled" },
    });
    assert.deepEqual(await test.store.instances.update([asked]), [true]);
    assert.deepEqual(await test.store.instances.update([again]), [false]);
    assert.deepEqual(await test.store.instances.update([unless]), [false]);
    assert.deepEqual(await test.store.instances.update([because]), [true]);
  });

  it("update() by 50 at once has one winner, whose patch and history alone stand", async (test) => {
    const { store, tenant } = test;
    const run = await processing(test);
    const changes = Array.from({ length: 50 }, (_, index) =>
      aChange(run, { at: instant(index), set: { state: "Succeeded", result: index } }),
    );
    const answers = (await Promise.all(changes.map((change) => store.instances.update([change])))).flat();
    const winner = changes[answers.indexOf(true)];
    assert.ok(winner);
    assert.equal(answers.filter(Boolean).length, 1);
    const [stored] = await store.instances.get(tenant, [run.id]);
    assert.deepEqual(
      [stored?.result, stored?.history],
      [winner.set.result, [...run.history, ...winner.append]],
    );
  });

  it("update() and cancel of one run at once agree on who was first", async (test) => {
    const { store, tenant } = test;
    for (let round = 0; round < 10; round += 1) {
      const run = await processing(test, `run-${round}`);
      const when = { states: ["Processing"], cancelRequested: false } as const;
      const [[hasEnded], [isAsked]] = await Promise.all([
        store.instances.update([aChange(run, { when, set: { state: "Succeeded" } })]),
        store.instances.update([aChange(run, { when, set: { cancelRequestedAt: instant(1) } })]),
      ]);
      const [stored] = await store.instances.get(tenant, [run.id]);
      assert.notEqual(hasEnded, isAsked);
      assert.equal(stored?.state, hasEnded ? "Succeeded" : "Processing");
    }
  });

  it("admit() says that it won also where a cancel is asked for at that moment", async ({
    store,
    tenant,
  }) => {
    const instances = Array.from({ length: 40 }, () => anInstance({ tenant }));
    await store.instances.insert(instances);
    const askUntilAsked = async (run: JobInstance): Promise<void> => {
      const ask = aChange(run, { when: { states: ["Processing"] }, set: { cancelRequestedAt: instant() } });
      for (let tries = 0; tries < 200; tries += 1) if ((await store.instances.update([ask]))[0]) return;
    };
    const [answers] = await Promise.all([
      Promise.all(instances.map((run) => store.instances.admit([anAdmission(run, { limit: null })]))),
      ...instances.map(askUntilAsked),
    ]);
    assert.deepEqual(new Set(answers.flat().map(({ outcome }) => outcome)), new Set(["admitted"]));
  });

  it("update() returns false for an id that is unknown", async ({ store, tenant }) => {
    assert.deepEqual(await store.instances.update([aChange(anInstance({ tenant }))]), [false]);
    assert.deepEqual(await store.instances.update([]), []);
  });

  it("update() returns a result for each change of a batch, in order", async ({ store, tenant }) => {
    const [a, b, c] = ["a", "b", "c"].map((id) => anInstance({ tenant, id })) as [
      JobInstance,
      JobInstance,
      JobInstance,
    ];
    await store.instances.insert([a, b, c]);
    const set: InstancePatch = { state: "Cancelled" };
    const changes = [
      aChange(c, { set }),
      aChange(b, { when: { states: ["Failed"] }, set }),
      aChange(a, { set }),
    ];
    assert.deepEqual(await store.instances.update(changes), [true, false, true]);
    const stored = await store.instances.get(tenant, ["a", "b", "c"]);
    assert.deepEqual(
      stored.map((instance) => instance?.state),
      ["Cancelled", "Enqueued", "Cancelled"],
    );
  });

  it("update() of equal changes writes those runs alone whose own claim and attempt they name", async ({
    store,
    tenant,
  }) => {
    const instances = Array.from({ length: 12 }, () => anInstance({ tenant }));
    await store.instances.insert(instances);
    // One claim for a batch, as an executor admits; every third run is then claimed again.
    await store.instances.admit(instances.map((run) => anAdmission(run, { limit: null, claim: "batch" })));
    const reclaimed = instances.filter((_, index) => index % 3 === 0);
    await store.instances.update(
      reclaimed.map((run) =>
        aChange(
          { ...run, state: "Processing", attempt: 1 },
          { set: { state: "Processing", attempt: 2, claim: "anew" } },
        ),
      ),
    );
    const settled = await store.instances.update(
      instances.map((run) =>
        aChange(
          { ...run, state: "Processing", attempt: 1 },
          {
            at: instant(2000),
            when: { states: ["Processing"], attempt: 1, claim: "batch" },
            set: { state: "Succeeded", completedAt: instant(2000) },
          },
        ),
      ),
    );
    assert.deepEqual(
      settled,
      instances.map((run) => !reclaimed.includes(run)),
    );
    const stored = await store.instances.get(
      tenant,
      instances.map(({ id }) => id),
    );
    assert.deepEqual(
      stored.map((run) => run?.state),
      instances.map((run) => (reclaimed.includes(run) ? "Processing" : "Succeeded")),
    );
  });

  it("update() appends to the history in order", async ({ store, tenant }) => {
    const instance = anInstance({ tenant, state: "Scheduled" });
    await store.instances.insert([instance]);
    const enqueue = aChange(instance, { at: instant(1), set: { state: "Enqueued" } });
    const skip = aChange({ ...instance, state: "Enqueued" }, { at: instant(2), set: { state: "Skipped" } });
    await store.instances.update([enqueue]);
    await store.instances.update([skip]);
    const [stored] = await store.instances.get(tenant, [instance.id]);
    assert.deepEqual(stored?.history, [...instance.history, ...enqueue.append, ...skip.append]);
  });

  for (const [what, set] of [
    ["settling", { state: "Succeeded" }],
    ["failing", { state: "Failed" }],
    ["cancelling", { state: "Cancelled" }],
    ["settling, with a patch that would keep it,", { state: "Succeeded", slot: 0, claim: "mine" }],
  ] as const) {
    it(`update() frees slot and claim on ${what} a run`, async (test) => {
      const run = await processing(test);
      assert.equal(run.slot, 0);
      await test.store.instances.update([aChange(run, { set })]);
      const [stored] = await test.store.instances.get(test.tenant, [run.id]);
      assert.equal(stored?.slot, null);
      assert.equal(stored.claim, null);
      assert.equal((await processing(test, "next")).slot, 0);
    });
  }

  it("update() keeps slot and takes the new claim when a run is retried at once", async (test) => {
    const run = await processing(test);
    const set: InstancePatch = { state: "Processing", attempt: 2, claim: "second" };
    await test.store.instances.update([aChange(run, { set })]);
    const [stored] = await test.store.instances.get(test.tenant, [run.id]);
    assert.deepEqual([stored?.slot, stored?.claim, stored?.attempt], [0, "second", 2]);
    assert.equal((await processing(test, "next")).slot, 1);
    const late = aChange(run, {
      when: { states: ["Processing"], attempt: 1, claim: "mine" },
      set: { result: "late" },
    });
    assert.deepEqual(await test.store.instances.update([late]), [false]);
  });

  it("update() by 50 at once has one winner, and its patch is what stands", async (test) => {
    const run = await processing(test);
    const racing = Array.from({ length: 50 }, (_, index) =>
      test.store.instances.update([aChange(run, { set: { state: "Succeeded", result: index } })]),
    );
    const answers = (await Promise.all(racing)).flat();
    const [stored] = await test.store.instances.get(test.tenant, [run.id]);
    assert.equal(answers.filter(Boolean).length, 1);
    assert.equal(answers[Number(stored?.result)], true);
    assert.equal(stored?.history.length, 3);
  });

  it("records handed out never change", async (test) => {
    const run = await processing(test);
    const snapshot = structuredClone(run);
    await test.store.instances.update([aChange(run, { set: { state: "Succeeded", result: [1] } })]);
    assert.deepEqual(run, snapshot);
  });
}
