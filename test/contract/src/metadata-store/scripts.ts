import assert from "node:assert/strict";
import { summaryOfScript } from "@mojob/core/ports";
import { aDefinition } from "../builders/a-definition.ts";
import { aScriptVersion } from "../builders/a-script-version.ts";
import type { MetadataStoreIt } from "../metadata-store-harness.ts";

const JOB = "ops/report";

export function describeScripts(it: MetadataStoreIt): void {
  it("keep() adds a version once: another text under its number changes nothing", async ({
    store,
    tenant,
  }) => {
    const [first, second] = [aScriptVersion(tenant, 1), aScriptVersion(tenant, 2, { draft: true })];
    await store.scripts.keep(first);
    await Promise.all([store.scripts.keep(second), store.scripts.keep(second)]);
    await store.scripts.keep(aScriptVersion(tenant, 1, { source: "another", by: null }));
    assert.deepEqual(await store.scripts.get(tenant, JOB, 1), first);
    assert.deepEqual(await store.scripts.get(tenant, JOB, 2), second);
    assert.equal(await store.scripts.get(tenant, JOB, 3), null);
    assert.equal(await store.scripts.get(tenant, "ops/report/1", 1), null);
  });

  it("list() returns the newest first, without texts, below a number and up to the limit", async ({
    store,
    tenant,
  }) => {
    const versions = Array.from({ length: 12 }, (_, index) => aScriptVersion(tenant, index + 1));
    for (const version of versions) await store.scripts.keep(version);
    await store.scripts.keep(aScriptVersion(tenant, 99, { jobKey: "other" }));
    const summaries = versions.map(summaryOfScript).toReversed();
    assert.deepEqual(await store.scripts.list(tenant, JOB, null, 100), summaries);
    assert.deepEqual(await store.scripts.list(tenant, JOB, 11, 2), summaries.slice(2, 4));
    assert.deepEqual(await store.scripts.list(tenant, JOB, 1, 5), []);
    assert.deepEqual(await store.scripts.list(tenant, JOB, null, 0), []);
    assert.deepEqual(await store.scripts.list(tenant, "unknown", null, 5), []);
  });

  it("removeAll() removes the versions of one job of one tenant", async ({ store, tenant }) => {
    const other = `${tenant}-b`;
    const kept = [aScriptVersion(tenant, 1, { jobKey: "other" }), aScriptVersion(other, 1)] as const;
    for (const version of [aScriptVersion(tenant, 1), aScriptVersion(tenant, 2), ...kept])
      await store.scripts.keep(version);
    assert.equal(await store.scripts.removeAll(tenant, JOB), 2);
    assert.equal(await store.scripts.removeAll(tenant, JOB), 0);
    assert.equal(await store.scripts.get(tenant, JOB, 1), null);
    assert.deepEqual(await store.scripts.get(tenant, "other", 1), kept[0]);
    assert.deepEqual(await store.scripts.get(other, JOB, 1), kept[1]);
  });

  it("replace() keeps the stamp of a script with its definition, and drops it with the script", async ({
    store,
    tenant,
  }) => {
    const { version, hash, at, by, comment, restored, copied } = aScriptVersion(tenant, 3);
    const stamp = { version, hash, at, by, comment, restored, copied };
    const work = { kind: "script", language: "shell", source: "echo" } as const;
    const plain = aDefinition({ tenant });
    await store.definitions.create(plain);
    const scripted = { ...plain, work, script: stamp, latestDraft: 2, revision: 2 };
    assert.equal(await store.definitions.replace(scripted, 1), true);
    assert.deepEqual((await store.definitions.getMany(tenant, [plain.key]))[0], scripted);
    assert.equal(await store.definitions.replace({ ...plain, revision: 3 }, 2), true);
    const [last] = await store.definitions.getMany(tenant, [plain.key]);
    assert.equal(last !== undefined && "script" in last, false);
  });
}
