import assert from "node:assert/strict";
import type { IMoJobScheduleMetadataStore, TaskState, TaskWrite } from "@mojob/core/ports";
import { aFirstStep, aStepAfter } from "../builders/a-task-step.ts";
import { anInstance } from "../builders/an-instance.ts";
import { instant } from "../builders/instant.ts";
import type { MetadataStoreIt } from "../metadata-store-harness.ts";
import { uniqueName } from "../unique-name.ts";

/** More than any store folds before it writes a whole state. */
const MANY_STEPS = 150;

async function write(store: IMoJobScheduleMetadataStore, step: TaskWrite): Promise<boolean | undefined> {
  const written = await store.tasks.write([step]);
  assert.equal(written.length, 1);
  return written[0];
}

async function begin(store: IMoJobScheduleMetadataStore, tenant: string, id?: string): Promise<TaskState> {
  const run = anInstance({ tenant, ...(id !== undefined && { id }) });
  await store.instances.insert([run]);
  const step = aFirstStep(tenant, run.id);
  assert.equal(await write(store, step), true);
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
      assert.equal(await write(store, step), true);
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

  it("readMany() returns the state of each, in order, of its tenant alone", async ({ store, tenant }) => {
    const states = [await begin(store, tenant, "a"), await begin(store, tenant, "b")] as const;
    const next = aStepAfter(states[1], instant(1));
    assert.equal(await write(store, next), true);
    const plain = anInstance({ tenant, id: "plain" });
    await store.instances.insert([plain]);
    const found = await store.tasks.readMany(tenant, ["b", "nobody", "plain", "a", "b"]);
    assert.deepEqual(found, [next.state, null, null, states[0], next.state]);
    assert.deepEqual(await store.tasks.readMany(tenant, []), []);
    assert.deepEqual(await store.tasks.readMany(uniqueName("other"), ["a"]), [null]);
  });

  it("write() writes one of two steps that follow the same one", async ({ store, tenant }) => {
    const first = await begin(store, tenant);
    const [one, other] = [aStepAfter(first, instant(1)), aStepAfter(first, instant(2))];
    const written = await Promise.all([write(store, one), write(store, other)]);
    assert.equal(written.filter(Boolean).length, 1);
    const winner = written[0] ? one : other;
    assert.deepEqual(await store.tasks.read(tenant, first.id), winner.state);
    assert.deepEqual((await store.tasks.log(tenant, first.id, 0, 10)).slice(1), winner.facts);
    assert.equal(await write(store, aFirstStep(tenant, first.id)), false);
    assert.equal(await write(store, aStepAfter({ ...winner.state, rev: 7, seq: 7 })), false);
  });

  it("write() takes steps of many tasks, and writes each that follows its task's latest", async ({
    store,
    tenant,
  }) => {
    assert.deepEqual(await store.tasks.write([]), []);
    const [a, b] = [await begin(store, tenant), await begin(store, tenant)];
    const fresh = anInstance({ tenant });
    await store.instances.insert([fresh]);
    const [first, toA] = [aFirstStep(tenant, fresh.id), aStepAfter(a, instant(1))];
    const steps = [
      toA,
      aStepAfter({ ...b, rev: 4 }),
      first,
      aFirstStep(tenant, "unknown"),
      aFirstStep(tenant, b.id),
      aStepAfter(toA.state),
      aStepAfter(first.state),
      aStepAfter(a, instant(2)),
    ];
    const written = await store.tasks.write(steps);
    assert.deepEqual(written, [true, false, true, false, false, true, true, false]);
    assert.deepEqual(await store.tasks.read(tenant, a.id), steps[5]?.state);
    assert.deepEqual(await store.tasks.read(tenant, b.id), b);
    assert.deepEqual(await store.tasks.read(tenant, fresh.id), steps[6]?.state);
  });

  it("write() writes no step of a run that is not there", async ({ store, tenant }) => {
    assert.equal(await write(store, aFirstStep(tenant, "unknown")), false);
    assert.equal(await store.tasks.read(tenant, "unknown"), null);
    assert.deepEqual(await store.tasks.log(tenant, "unknown", 0, 10), []);
    const plain = anInstance({ tenant });
    await store.instances.insert([plain]);
    assert.equal(await store.tasks.read(tenant, plain.id), null);
  });

  it("due() returns what is due, the earliest first, of its tenant alone", async ({ store, tenant }) => {
    const [a, b, c] = [await begin(store, tenant), await begin(store, tenant), await begin(store, tenant)];
    const other = await begin(store, `${tenant}-b`);
    await write(store, aStepAfter(a, instant(20)));
    await write(store, aStepAfter(b, instant(10)));
    await write(store, aStepAfter(other, instant(1)));
    const due = [
      { id: b.id, dueAt: instant(10) },
      { id: a.id, dueAt: instant(20) },
    ];
    assert.deepEqual(await store.tasks.due(tenant, 10), due);
    assert.deepEqual(await store.tasks.due(tenant, 1), due.slice(0, 1));
    assert.deepEqual(await store.tasks.due(tenant, 0), []);
    await write(store, aStepAfter(c, instant(5)));
    const later = await store.tasks.read(tenant, b.id);
    assert.ok(later);
    await write(store, aStepAfter(later));
    const ids = (await store.tasks.due(tenant, 10)).map(({ id }) => id);
    assert.deepEqual(ids, [c.id, a.id]);
  });

  it("sweep() removes a task with its run", async ({ store, tenant }) => {
    const run = anInstance({ tenant, state: "Succeeded", completedAt: instant(0), createdAt: instant(-5) });
    await store.instances.insert([run]);
    const first = aFirstStep(tenant, run.id);
    await write(store, first);
    await write(store, aStepAfter(first.state, instant(9)));
    const sweep = { tenant, jobKey: run.jobKey, keep: 0, keepSkipped: 0, endedBefore: instant(1), limit: 10 };
    assert.equal(await store.retention.sweep(sweep), 1);
    assert.equal(await store.tasks.read(tenant, run.id), null);
    assert.deepEqual(await store.tasks.log(tenant, run.id, 0, 10), []);
    assert.deepEqual(await store.tasks.due(tenant, 10), []);
  });
}
