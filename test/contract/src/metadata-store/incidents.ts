import assert from "node:assert/strict";
import { encodeCursor, type Incident, type IncidentQuery } from "@mojob/core/ports";
import { anIncident } from "../builders/an-incident.ts";
import { instant } from "../builders/instant.ts";
import type { MetadataStoreIt } from "../metadata-store-harness.ts";

export function describeIncidents(it: MetadataStoreIt): void {
  it("write() writes a first revision once, and each one after it over that before", async ({
    store,
    tenant,
  }) => {
    const { incidents } = store;
    const first = anIncident(tenant, 1);
    const second: Incident = { ...first, revision: 2, count: 2, assignee: "user:li" };
    assert.deepEqual(await incidents.write([]), []);
    assert.deepEqual(await incidents.write([second]), [false]);
    const written = await Promise.all(Array.from({ length: 4 }, () => incidents.write([first])));
    assert.equal(written.flat().filter(Boolean).length, 1);
    assert.deepEqual(await incidents.write([first]), [false]);
    const again = await Promise.all(Array.from({ length: 4 }, () => incidents.write([second])));
    assert.equal(again.flat().filter(Boolean).length, 1);
    assert.deepEqual(await incidents.write([{ ...first, revision: 4 }]), [false]);
    assert.deepEqual(await incidents.get(tenant, ["none", first.id]), [null, second]);
    assert.deepEqual(await incidents.get(`${tenant}-b`, [first.id]), [null]);
  });

  it("unsettled() returns what is not resolved or not yet reported, the oldest first", async ({
    store,
    tenant,
  }) => {
    const { incidents } = store;
    const [a, b, c] = [anIncident(tenant, 3), anIncident(tenant, 1), anIncident(tenant, 2)];
    await incidents.write([a, b, c, anIncident(`${tenant}-b`, 1)]);
    const resolved: Incident = { ...b, revision: 2, state: "resolved", resolvedAt: instant(9) };
    const acknowledged: Incident = { ...c, revision: 2, state: "acknowledged" };
    assert.deepEqual(await incidents.write([resolved, acknowledged]), [true, true]);
    assert.deepEqual(await incidents.unsettled(tenant, 10), [resolved, acknowledged, a]);
    assert.deepEqual(await incidents.unsettled(tenant, 1), [resolved]);
    assert.deepEqual(await incidents.write([{ ...resolved, revision: 3, isSettled: true }]), [true]);
    assert.deepEqual(await incidents.unsettled(tenant, 10), [acknowledged, a]);
    await incidents.write([{ ...resolved, revision: 4, state: "open", resolvedAt: null }]);
    assert.equal((await incidents.unsettled(tenant, 10)).length, 3);
  });

  it("latest() returns that with the highest number of each key", async ({ store, tenant }) => {
    const other = anIncident(tenant, 2, { key: "missed:ops/report", condition: "missed" });
    await store.incidents.write([9, 10, 8].map((number) => anIncident(tenant, number)));
    await store.incidents.write([other, anIncident(`${tenant}-b`, 11)]);
    const latest = await store.incidents.latest(tenant, [other.key, "run_failed:ops/report", "late:none"]);
    assert.deepEqual([...latest.keys()].toSorted(), [other.key, "run_failed:ops/report"]);
    assert.deepEqual(latest.get(other.key), other);
    assert.equal(latest.get("run_failed:ops/report")?.number, 10);
  });

  it("list() goes on where the page before ended, those opened last first", async ({ store, tenant }) => {
    const at = { openedAt: instant(5) };
    await store.incidents.write(
      [1, 2, 3, 4].map((number) => anIncident(tenant, number, number > 2 ? at : {})),
    );
    const first = await store.incidents.list({ tenant }, { limit: 1 });
    assert.equal(first.nextCursor, encodeCursor([instant(5).getTime(), first.items[0]?.id ?? ""]));
    await store.incidents.write([anIncident(tenant, 9)]);
    const second = await store.incidents.list({ tenant }, { limit: 3, cursor: first.nextCursor ?? "" });
    assert.deepEqual(
      [...first.items, ...second.items].map(({ number }) => number),
      [4, 3, 2, 1],
    );
    assert.equal(second.nextCursor, null);
    await assert.rejects(store.incidents.list({ tenant }, { limit: 3, cursor: "x" }), {
      code: "invalid_argument",
    });
  });

  it("list() finds by state, condition, app, job, assignee and time, and of its tenant alone", async ({
    store,
    tenant,
  }) => {
    await store.incidents.write([
      anIncident(tenant, 1),
      anIncident(tenant, 2, { app: "mail", jobKey: "mail/send", assignee: "user:li" }),
      anIncident(tenant, 3, { condition: "no_worker", jobKey: null }),
      anIncident(tenant, 4, {
        condition: "clock_off",
        app: null,
        jobKey: null,
        state: "resolved",
        resolvedAt: instant(5),
      }),
      anIncident(`${tenant}-b`, 5),
    ]);
    const found = async (query: Omit<IncidentQuery, "tenant">): Promise<readonly number[]> =>
      (await store.incidents.list({ tenant, ...query }, { limit: 10 })).items.map(({ number }) => number);
    assert.deepEqual(await found({}), [4, 3, 2, 1]);
    assert.deepEqual(await found({ states: ["open", "acknowledged"] }), [3, 2, 1]);
    assert.deepEqual(await found({ states: [] }), []);
    assert.deepEqual(await found({ conditions: ["clock_off", "no_worker"] }), [4, 3]);
    assert.deepEqual(await found({ app: "shop" }), [3, 1]);
    assert.deepEqual(await found({ jobKey: "mail/send" }), [2]);
    assert.deepEqual(await found({ assignee: "user:li" }), [2]);
    assert.deepEqual(await found({ from: instant(3) }), [4, 3]);
  });

  it("trim() removes what was resolved before a time, of one tenant", async ({ store, tenant }) => {
    const resolved = (number: number, of = tenant): Incident =>
      anIncident(of, number, { state: "resolved", resolvedAt: instant(number + 10) });
    await store.incidents.write([
      anIncident(tenant, 1),
      resolved(2),
      resolved(3),
      resolved(1, `${tenant}-b`),
    ]);
    assert.equal(await store.incidents.trim(tenant, instant(13)), 1);
    assert.equal(await store.incidents.trim(tenant, instant(13)), 0);
    const { items } = await store.incidents.list({ tenant }, { limit: 10 });
    assert.deepEqual(
      items.map(({ number }) => number),
      [3, 1],
    );
    assert.equal((await store.incidents.list({ tenant: `${tenant}-b` }, { limit: 10 })).items.length, 1);
  });
}
