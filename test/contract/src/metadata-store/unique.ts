import assert from "node:assert/strict";
import type { JobInstance } from "@mojob/core/ports";
import { aChange, anAdmission } from "../builders/a-change.ts";
import { anInstance } from "../builders/an-instance.ts";
import { instant } from "../builders/instant.ts";
import type { MetadataStoreIt, MetadataStoreTest } from "../metadata-store-harness.ts";
import { uniqueName } from "../unique-name.ts";

function aRun({ tenant }: MetadataStoreTest, id: string, overrides: Partial<JobInstance> = {}): JobInstance {
  return anInstance({ tenant, jobKey: "job", id, uniqueKey: "job|acme", ...overrides });
}

async function ids(insert: Promise<readonly (JobInstance | null)[]>): Promise<(string | null)[]> {
  return (await insert).map((standing) => standing?.id ?? null);
}

export function describeUnique(it: MetadataStoreIt): void {
  it("update() gives an open run another unique key: the one before is free, and the new one is taken", async (test) => {
    const { store, tenant } = test;
    const first = aRun(test, "a");
    await store.instances.insert([first]);
    await store.instances.admit([anAdmission(first)]);
    const moved = { ...first, state: "Processing" } as const;
    const leave = aChange(moved, { set: { uniqueKey: "job>acme" } });
    assert.deepEqual(await store.instances.update([leave]), [true]);
    assert.deepEqual(await ids(store.instances.insert([aRun(test, "b")])), [null]);
    const keys = ["job>acme", "job|acme"];
    assert.deepEqual(await ids(store.instances.getByUniqueKey(tenant, keys)), ["a", "b"]);
    // No two open runs have one key.
    const taken = [aRun(test, "c", { uniqueKey: "job>acme" })];
    assert.deepEqual(await ids(store.instances.insert(taken)), ["a"]);
    const [b] = await store.instances.get(tenant, ["b"]);
    assert.ok(b);
    const other = aChange(b, { set: { uniqueKey: "job>acme", priority: 1 } });
    assert.deepEqual(await store.instances.update([other]), [false]);
    assert.deepEqual(await store.instances.get(tenant, ["b"]), [b]);
    const end = { state: "Succeeded", completedAt: instant(1) } as const;
    assert.deepEqual(await store.instances.update([aChange(moved, { set: end })]), [true]);
    assert.deepEqual(await store.instances.update([other]), [true]);
    assert.deepEqual(await ids(store.instances.getByUniqueKey(tenant, keys)), ["b", null]);
  });

  it("insert() writes one open run of a unique key and returns it to the others, whole", async (test) => {
    const { store } = test;
    const first = aRun(test, "a");
    assert.deepEqual(await store.instances.insert([first]), [null]);
    assert.deepEqual(await store.instances.insert([aRun(test, "b")]), [first]);
    assert.deepEqual(await store.instances.get(test.tenant, ["a", "b"]), [first, null]);
  });

  it("insert() of a batch writes the first of each unique key, and all that have none", async (test) => {
    const runs = [
      aRun(test, "a"),
      aRun(test, "b", { uniqueKey: null }),
      aRun(test, "c"),
      aRun(test, "d", { uniqueKey: "job|zenith" }),
      aRun(test, "e", { uniqueKey: null }),
      aRun(test, "f", { uniqueKey: "job|zenith" }),
      aRun(test, "c"),
    ];
    assert.deepEqual(await ids(test.store.instances.insert(runs)), [null, null, "a", null, null, "d", "a"]);
    const found = await test.store.instances.get(test.tenant, ["a", "b", "c", "d", "e", "f"]);
    assert.deepEqual(
      found.map((run) => run?.uniqueKey),
      ["job|acme", null, undefined, "job|zenith", null, undefined],
    );
  });

  it("insert() of a run that stands returns it under its own id, whatever its unique key", async (test) => {
    const { store } = test;
    await store.instances.insert([aRun(test, "a"), aRun(test, "b", { uniqueKey: "job|zenith" })]);
    assert.deepEqual(await ids(store.instances.insert([aRun(test, "b")])), ["b"]);
  });

  it("getByUniqueKey() returns the open run of each key, as often as it is asked for, and null for the others", async (test) => {
    const { store, tenant } = test;
    const [first, second] = [aRun(test, "a"), aRun(test, "b", { uniqueKey: "job|o'|$.{}" })];
    await store.instances.insert([first, second, aRun(test, "c", { uniqueKey: null })]);
    const asked = ["job|o'|$.{}", "job|acme", "job|", "job|acme"];
    const expected = [second, first, null, first];
    assert.deepEqual(await store.instances.getByUniqueKey(tenant, asked), expected);
    assert.deepEqual(await store.instances.getByUniqueKey(tenant, []), []);
    assert.deepEqual(await store.instances.getByUniqueKey(uniqueName("tenant"), ["job|acme"]), [null]);
    const set = { state: "Cancelled", completedAt: instant(1) } as const;
    await store.instances.update([aChange(first, { set })]);
    assert.deepEqual(await store.instances.getByUniqueKey(tenant, ["job|acme"]), [null]);
  });

  it("insert() keeps tenants apart", async (test) => {
    await test.store.instances.insert([aRun(test, "a")]);
    const other = { ...aRun(test, "b"), tenant: uniqueName("tenant") };
    assert.deepEqual(await test.store.instances.insert([other]), [null]);
  });

  it("a unique key is kept while its run waits, runs and is to be retried, and is free with its end", async (test) => {
    const { store } = test;
    const run = aRun(test, "a");
    await store.instances.insert([run]);
    const isTaken = async (): Promise<boolean> => {
      const [standing] = await store.instances.insert([aRun(test, "b")]);
      return standing?.id === "a";
    };
    await store.instances.admit([anAdmission(run)]);
    assert.equal(await isTaken(), true);
    const [admitted] = await store.instances.get(test.tenant, ["a"]);
    assert.equal(admitted?.uniqueKey, "job|acme");
    const failed = { state: "Failed", retryAt: instant(2000) } as const;
    await store.instances.update([aChange({ ...run, state: "Processing" }, { set: failed })]);
    assert.equal(await isTaken(), true);
    const ended = { state: "Terminated", completedAt: instant(3000) } as const;
    await store.instances.update([aChange({ ...run, state: "Failed" }, { set: ended })]);
    const [terminated] = await store.instances.get(test.tenant, ["a"]);
    assert.equal(terminated?.uniqueKey, null);
    assert.equal(await isTaken(), false);
    assert.deepEqual(await ids(store.instances.insert([aRun(test, "c")])), ["b"]);
  });

  for (const state of ["Skipped", "Cancelled"] as const)
    it(`a unique key is free once its run is ${state}`, async (test) => {
      const { store } = test;
      const run = aRun(test, "a");
      await store.instances.insert([run]);
      await store.instances.update([aChange(run, { set: { state, completedAt: instant(1) } })]);
      assert.deepEqual(await store.instances.insert([aRun(test, "b")]), [null]);
    });

  it("update() frees a unique key before the end of its run, and takes it from no other", async (test) => {
    const { store, tenant } = test;
    const run = aRun(test, "a");
    await store.instances.insert([run]);
    await store.instances.admit([anAdmission(run)]);
    const begun = { ...run, state: "Processing" } as const;
    const free = aChange(begun, { set: { uniqueKey: null } });
    assert.deepEqual(await store.instances.update([free]), [true]);
    assert.deepEqual(await ids(store.instances.insert([aRun(test, "b")])), [null]);
    assert.deepEqual(await store.instances.update([free]), [true]);
    const ended = { state: "Succeeded", completedAt: instant(3000) } as const;
    assert.deepEqual(await store.instances.update([aChange(begun, { set: ended })]), [true]);
    const [holder] = await store.instances.getByUniqueKey(tenant, ["job|acme"]);
    assert.equal(holder?.id, "b");
    assert.deepEqual(await ids(store.instances.insert([aRun(test, "c")])), ["b"]);
    const [first] = await store.instances.get(tenant, ["a"]);
    assert.deepEqual([first?.state, first?.uniqueKey], ["Succeeded", null]);
  });

  it("insert() by 40 at once writes one, and every other is given it", async (test) => {
    const runs = Array.from({ length: 40 }, (_, index) => aRun(test, `run-${index}`));
    const answers = await Promise.all(runs.map((run) => ids(test.store.instances.insert([run]))));
    const [winner, ...others] = new Set(answers.flat().filter((id) => id !== null));
    assert.deepEqual(others, []);
    assert.equal(answers.flat().filter((id) => id === null).length, 1);
    const found = await test.store.instances.get(
      test.tenant,
      runs.map(({ id }) => id),
    );
    assert.deepEqual(
      found.flatMap((run) => run?.id ?? []),
      [winner],
    );
  });

  it("update() gives a run that waits other arguments, whatever they are", async (test) => {
    const { store } = test;
    const run = aRun(test, "a");
    await store.instances.insert([run]);
    for (const args of [{ invoice: 2 }, { $where: { "a.b": 1 } }, null, "text", { invoice: 3 }]) {
      const set = { args, argsPreview: args === null ? null : "preview" };
      assert.deepEqual(await store.instances.update([aChange(run, { set })]), [true]);
      const [found] = await store.instances.get(test.tenant, ["a"]);
      assert.deepEqual([found?.args, found?.argsPreview], [set.args, set.argsPreview]);
    }
  });
}
