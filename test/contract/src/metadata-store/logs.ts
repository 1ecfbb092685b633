import assert from "node:assert/strict";
import { aLogLine } from "../builders/a-log-line.ts";
import { anInstance } from "../builders/an-instance.ts";
import type { MetadataStoreIt } from "../metadata-store-harness.ts";

export function describeLogs(it: MetadataStoreIt): void {
  it("list() returns lines after a number, ascending, at most the limit", async ({ store, tenant }) => {
    const instance = anInstance({ tenant });
    const lines = [1, 2, 3, 10, 11].map((seq) => aLogLine(instance, seq));
    await store.instances.insert([instance]);
    await store.logs.append([lines[3]!, lines[0]!]);
    await store.logs.append([lines[4]!, lines[2]!, lines[1]!]);
    assert.deepEqual(await store.logs.list(tenant, instance.id, 0, 100), lines);
    assert.deepEqual(await store.logs.list(tenant, instance.id, 2, 2), lines.slice(2, 4));
    assert.deepEqual(await store.logs.list(tenant, instance.id, 3, 100), lines.slice(3));
    assert.deepEqual(await store.logs.list(tenant, instance.id, 11, 100), []);
    assert.deepEqual(await store.logs.list(tenant, "unknown", 0, 100), []);
  });

  it("append() again changes nothing", async ({ store, tenant }) => {
    const instance = anInstance({ tenant });
    const [first, second] = [aLogLine(instance, 1), aLogLine(instance, 2)];
    await store.instances.insert([instance]);
    await store.logs.append([first]);
    await store.logs.append([aLogLine(instance, 1, "Another"), second, aLogLine(instance, 2, "Another")]);
    assert.deepEqual(await store.logs.list(tenant, instance.id, 0, 100), [first, second]);
    await store.logs.append([]);
  });

  it("append() keeps the lines of each run apart", async ({ store, tenant }) => {
    const [a, b] = [anInstance({ tenant }), anInstance({ tenant })];
    await store.instances.insert([a, b]);
    await store.logs.append([aLogLine(a, 1, "of a"), aLogLine(b, 1, "of b")]);
    assert.deepEqual(await store.logs.list(tenant, a.id, 0, 10), [aLogLine(a, 1, "of a")]);
    assert.deepEqual(await store.logs.list(tenant, b.id, 0, 10), [aLogLine(b, 1, "of b")]);
  });

  it("cut() puts a mark in place of lines, again and again, and leaves what is before, behind and of other runs", async ({
    store,
    tenant,
  }) => {
    const [run, other] = [anInstance({ tenant }), anInstance({ tenant })];
    const lines = [1, 2, 3, 4, 5, 6].map((seq) => aLogLine(run, seq));
    await store.instances.insert([run, other]);
    await store.logs.append([...lines, aLogLine(other, 3)]);
    const mark = aLogLine(run, 2, "2 lines are left out");
    await store.logs.cut(mark, 3);
    assert.deepEqual(await store.logs.list(tenant, run.id, 0, 10), [lines[0], mark, ...lines.slice(3)]);
    const wider = aLogLine(run, 2, "4 lines are left out");
    await store.logs.cut(wider, 5);
    await store.logs.cut(wider, 5);
    await store.logs.append([aLogLine(run, 7)]);
    assert.deepEqual(await store.logs.list(tenant, run.id, 0, 10), [
      lines[0],
      wider,
      lines[5],
      aLogLine(run, 7),
    ]);
    assert.deepEqual(await store.logs.list(tenant, other.id, 0, 10), [aLogLine(other, 3)]);
  });

  it("cut() puts its mark where the lines were never stored", async ({ store, tenant }) => {
    const run = anInstance({ tenant });
    await store.instances.insert([run]);
    const mark = aLogLine(run, 1, "9 lines are left out");
    await store.logs.cut(mark, 9);
    assert.deepEqual(await store.logs.list(tenant, run.id, 0, 10), [mark]);
  });
}
