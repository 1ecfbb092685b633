import assert from "node:assert/strict";
import { isMoJobError, type JobInstance } from "@mojob/core/ports";
import { aChange, anAdmission } from "../builders/a-change.ts";
import { aDefinition, jobOptionsWith } from "../builders/a-definition.ts";
import { aLogLine } from "../builders/a-log-line.ts";
import { anExecutor } from "../builders/an-executor.ts";
import { anInstance } from "../builders/an-instance.ts";
import { instant } from "../builders/instant.ts";
import type { MetadataStoreIt } from "../metadata-store-harness.ts";

export function describeTenants(it: MetadataStoreIt): void {
  it("two tenants with the same keys and ids never meet", async ({ store, tenant }) => {
    const tenants = [`${tenant}-a`, `${tenant}-b`];
    const [a, b] = tenants.map((name) => anInstance({ tenant: name, id: "run", args: name })) as [
      JobInstance,
      JobInstance,
    ];
    for (const instance of [a, b]) {
      const options = jobOptionsWith({ description: instance.tenant });
      await store.definitions.register([aDefinition({ tenant: instance.tenant, options })]);
      assert.deepEqual(await store.instances.insert([instance]), [null]);
      await store.executors.save(anExecutor({ tenant: instance.tenant }));
    }
    const [answer] = await store.instances.admit([anAdmission(a)]);
    await store.logs.append([aLogLine(a, 1)]);
    assert.equal(answer?.outcome, "admitted");
    assert.deepEqual(await store.instances.get(b.tenant, ["run"]), [b]);
    assert.deepEqual(await store.logs.list(b.tenant, "run", 0, 10), []);
    assert.equal((await store.instances.admit([anAdmission(b)]))[0]?.outcome, "admitted");

    const [definition] = await store.definitions.getAll(b.tenant);
    assert.equal(definition?.options.description, b.tenant);
    await store.definitions.replace({ ...definition, revision: 2 }, 1);
    assert.equal((await store.definitions.getAll(a.tenant))[0]?.revision, 1);

    const cancel = aChange({ ...a, state: "Processing" }, { set: { cancelRequestedAt: instant(3) } });
    await store.instances.update([cancel]);
    const end = aChange(
      { ...a, state: "Processing" },
      { set: { state: "Succeeded", completedAt: instant(5) } },
    );
    await store.instances.update([end]);
    assert.equal((await store.statistics.countByState(a.tenant)).Succeeded, 1);
    assert.equal((await store.statistics.countByState(b.tenant)).Succeeded, 0);
    assert.deepEqual(await store.statistics.completions(b.tenant, instant()), []);
    assert.equal((await store.queries.latestByJob(b.tenant, [b.jobKey])).get(b.jobKey)?.state, "Processing");

    const sweep = { jobKey: a.jobKey, keep: 0, keepSkipped: 0, endedBefore: instant(100), limit: 10 };
    assert.equal(await store.retention.sweep({ tenant: b.tenant, ...sweep }), 0);
    assert.equal(await store.retention.sweep({ tenant: a.tenant, ...sweep }), 1);
    assert.equal((await store.queries.list({ tenant: b.tenant }, { limit: 10 })).items.length, 1);
    assert.equal(await store.queries.count({ tenant: a.tenant }, 10), 0);
    await store.executors.remove(a.tenant, "executor-1");
    assert.equal((await store.executors.list(b.tenant, instant())).length, 1);
  });

  it("ping() resolves while open; once closed, every call rejects with store_unavailable", async ({
    store,
    tenant,
  }) => {
    await store.ping();
    await store.close();
    await store.close();
    const calls = [
      () => store.ping(),
      () => store.watch({ tenant, topics: [] }, () => {}),
      () => store.definitions.register([aDefinition({ tenant })]),
      () => store.definitions.getAll(tenant),
      () => store.instances.insert([anInstance({ tenant })]),
      () => store.instances.admit([anAdmission(anInstance({ tenant }))]),
      () => store.instances.update([aChange(anInstance({ tenant }))]),
      () => store.queries.list({ tenant }, { limit: 1 }),
      () => store.statistics.countByState(tenant),
      () => store.logs.list(tenant, "run", 0, 1),
      () => store.executors.save(anExecutor({ tenant })),
    ];
    for (const call of calls) {
      await assert.rejects(call, (error) => isMoJobError(error, "store_unavailable"), call.toString());
    }
  });
}
