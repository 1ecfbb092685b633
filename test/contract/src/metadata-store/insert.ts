import assert from "node:assert/strict";
import { anInstance } from "../builders/an-instance.ts";
import { instant } from "../builders/instant.ts";
import type { MetadataStoreIt } from "../metadata-store-harness.ts";

export function describeInsert(it: MetadataStoreIt): void {
  it("insert() keeps every field as it was", async ({ store, tenant }) => {
    const instance = anInstance({
      tenant,
      kind: "recurring",
      state: "Scheduled",
      reason: { code: "note", parameters: { text: "Waits" } },
      trigger: { type: "cron", nominalTime: instant(5), schedule: "month-end", by: "x", of: "y" },
      priority: 1,
      args: { deep: [{ a: null, "dotted.key": 1, $dollar: "x" }, [], ""], big: 2 ** 53, small: 1e-7 },
      scheduledFor: instant(7),
      enqueuedAt: null,
      retryCount: 3,
      missed: { count: 2, from: instant(1), to: instant(2) },
      fingerprint: "f00d",
      routing: {
        strategy: "busyover",
        executor: { id: "billing-2", name: "Two" },
        refused: [{ id: "billing-1", name: "One", why: "busy" }],
      },
    });
    assert.deepEqual(await store.instances.insert([instance]), [null]);
    assert.deepEqual(await store.instances.get(tenant, [instance.id]), [instance]);
  });

  for (const args of [null, 0, false, "", [], {}, "text", [1, "a", null]] as const) {
    it(`insert() keeps ${JSON.stringify(args)} as arguments`, async ({ store, tenant }) => {
      const instance = anInstance({ tenant, args });
      await store.instances.insert([instance]);
      assert.deepEqual((await store.instances.get(tenant, [instance.id]))[0]?.args, args);
    });
  }

  it("insert() returns the run that already has an id and leaves it alone", async ({ store, tenant }) => {
    const first = anInstance({ tenant, id: "job#1", args: 1 });
    const second = anInstance({ tenant, id: "job#1", args: 2 });
    const third = anInstance({ tenant, id: "job#2" });
    await store.instances.insert([first]);
    assert.deepEqual(await store.instances.insert([second, third]), [first, null]);
    assert.deepEqual(await store.instances.get(tenant, ["job#1", "job#2"]), [first, third]);
  });

  it("insert() takes the first of an id that comes twice in one call", async ({ store, tenant }) => {
    const first = anInstance({ tenant, id: "job#1", args: 1 });
    const second = anInstance({ tenant, id: "job#1", args: 2 });
    const other = anInstance({ tenant, id: "job#2" });
    assert.deepEqual(await store.instances.insert([first, other, second]), [null, null, first]);
    assert.deepEqual(await store.instances.get(tenant, ["job#1"]), [first]);
  });

  it("insert() by 50 at once writes one and shows it to all others", async ({ store, tenant }) => {
    const racing = Array.from({ length: 50 }, (_, index) =>
      store.instances.insert([anInstance({ tenant, id: "job@2026", args: index })]),
    );
    const answers = (await Promise.all(racing)).flat();
    const [stored] = await store.instances.get(tenant, ["job@2026"]);
    assert.equal(answers.filter((answer) => answer === null).length, 1);
    assert.equal(answers[Number(stored?.args)], null);
    for (const answer of answers) if (answer !== null) assert.deepEqual(answer, stored);
  });

  it("insert() of nothing returns nothing", async ({ store }) => {
    assert.deepEqual(await store.instances.insert([]), []);
  });

  it("get() returns in order, null where there is none, and the same id as often as asked", async ({
    store,
    tenant,
  }) => {
    const [a, b] = [anInstance({ tenant, id: "a" }), anInstance({ tenant, id: "b" })];
    await store.instances.insert([a, b]);
    assert.deepEqual(await store.instances.get(tenant, ["b", "missing", "a", "b"]), [b, null, a, b]);
    assert.deepEqual(await store.instances.get(tenant, []), []);
  });
}
