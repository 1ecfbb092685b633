import assert from "node:assert/strict";
import type { IMoJobScheduleMetadataStore, TaskState, TaskWrite } from "@mojob/core/ports";
import { aFirstStep, aStepAfter } from "../builders/a-task-step.ts";
import { anInstance } from "../builders/an-instance.ts";
import { instant } from "../builders/instant.ts";
import type { MetadataStoreIt } from "../metadata-store-harness.ts";

/** More than any store folds before it writes a whole state. */
const MANY_STEPS = 150;

async function begin(store: IMoJobScheduleMetadataStore, tenant: string): Promise<TaskState> {
  const run = anInstance({ tenant });
  await store.instances.insert([run]);
  const step = aFirstStep(tenant, run.id);
  assert.equal(await store.tasks.write(step), true);
  return step.state;
}

export function describeTasks(it: MetadataStoreIt): void {
  it("read() returns the state after the latest step, whatever the caller knew", async ({
    store,
    tenant,
  }) => {
    const first = await begin(store, tenant);
    assert.deepEqual(await store.tasks.read(tenant, first.id), first);
    const steps: TaskWrite[] = [];
    let state = first;
    for (let count = 0; count < MANY_STEPS; count += 1) {
      const step = aStepAfter(state, instant(count));
      assert.equal(await store.tasks.write(step), true);
      steps.push(step);
      ({ state } = step);
    }
    assert.deepEqual(await store.tasks.read(tenant, first.id), state);
    for (const known of [null, first, steps[3]?.state ?? null, steps.at(-2)?.state ?? null, state])
      assert.deepEqual(await store.tasks.read(tenant, first.id, known), state);
    const log = await store.tasks.log(tenant, first.id, 0, 1000);
    assert.deepEqual(
      log.slice(1),
      steps.flatMap(({ facts }) => facts),
    );
    assert.deepEqual(await store.tasks.log(tenant, first.id, 60, 80), log.slice(60, 140));
    assert.deepEqual(await store.tasks.log(tenant, first.id, log.length, 10), []);
  });

  it("write() writes one of two steps that follow the same one", async ({ store, tenant }) => {
    const first = await begin(store, tenant);
    const [one, other] = [aStepAfter(first, instant(1)), aStepAfter(first, instant(2))];
    const written = await Promise.all([store.tasks.write(one), store.tasks.write(other)]);
    assert.equal(written.filter(Boolean).length, 1);
    const winner = written[0] ? one : other;
    assert.deepEqual(await store.tasks.read(tenant, first.id), winner.state);
    assert.deepEqual((await store.tasks.log(tenant, first.id, 0, 10)).slice(1), winner.facts);
    assert.equal(await store.tasks.write(aFirstStep(tenant, first.id)), false);
    assert.equal(await store.tasks.write(aStepAfter({ ...winner.state, rev: 7, seq: 7 })), false);
  });

  it("write() writes no step of a run that is not there", async ({ store, tenant }) => {
    assert.equal(await store.tasks.write(aFirstStep(tenant, "unknown")), false);
    assert.equal(await store.tasks.read(tenant, "unknown"), null);
    assert.deepEqual(await store.tasks.log(tenant, "unknown", 0, 10), []);
    const plain = anInstance({ tenant });
    await store.instances.insert([plain]);
    assert.equal(await store.tasks.read(tenant, plain.id), null);
  });

  it("due() returns what is due, the earliest first, of its tenant alone", async ({ store, tenant }) => {
    const [a, b, c] = [await begin(store, tenant), await begin(store, tenant), await begin(store, tenant)];
    const other = await begin(store, `${tenant}-b`);
    await store.tasks.write(aStepAfter(a, instant(20)));
    await store.tasks.write(aStepAfter(b, instant(10)));
    await store.tasks.write(aStepAfter(other, instant(1)));
    const due = [
      { id: b.id, dueAt: instant(10) },
      { id: a.id, dueAt: instant(20) },
    ];
    assert.deepEqual(await store.tasks.due(tenant, 10), due);
    assert.deepEqual(await store.tasks.due(tenant, 1), due.slice(0, 1));
    assert.deepEqual(await store.tasks.due(tenant, 0), []);
    await store.tasks.write(aStepAfter(c, instant(5)));
    const later = await store.tasks.read(tenant, b.id);
    assert.ok(later);
    await store.tasks.write(aStepAfter(later));
    const ids = (await store.tasks.due(tenant, 10)).map(({ id }) => id);
    assert.deepEqual(ids, [c.id, a.id]);
  });

  it("sweep() removes a task with its run", async ({ store, tenant }) => {
    const run = anInstance({ tenant, state: "Succeeded", completedAt: instant(0), createdAt: instant(-5) });
    await store.instances.insert([run]);
    const first = aFirstStep(tenant, run.id);
    await store.tasks.write(first);
    await store.tasks.write(aStepAfter(first.state, instant(9)));
    const sweep = { tenant, jobKey: run.jobKey, keep: 0, keepSkipped: 0, endedBefore: instant(1), limit: 10 };
    assert.equal(await store.retention.sweep(sweep), 1);
    assert.equal(await store.tasks.read(tenant, run.id), null);
    assert.deepEqual(await store.tasks.log(tenant, run.id, 0, 10), []);
    assert.deepEqual(await store.tasks.due(tenant, 10), []);
  });
}
