import assert from "node:assert/strict";
import type { MetadataStoreIt } from "../metadata-store-harness.ts";

const DAY_MS = 86_400_000;
const START = new Date("2026-01-01T00:00:00Z");

export function describeWorkerNames(it: MetadataStoreIt): void {
  const worker = { id: "one", app: "shop", name: "Till 1" };

  it("keeps how workers were called", async ({ store, tenant }) => {
    const { workerNames } = store;
    await workerNames.remember({ ...worker, tenant }, START);
    await workerNames.remember({ ...worker, tenant, id: "two", name: "Till 2" }, START);
    await workerNames.remember({ ...worker, tenant, id: "two", name: "Till 3" }, START);
    const found = await workerNames.get(tenant, ["two", "none", "one"]);
    assert.deepEqual(
      found.map(({ id, app, name }) => [id, app, name]),
      [
        ["two", "shop", "Till 3"],
        ["one", "shop", "Till 1"],
      ],
    );
    assert.deepEqual(await workerNames.get(`${tenant}-other`, ["one"]), []);
  });

  it("forgets them a quarter of a year after they were last said", async ({ store, tenant }) => {
    const { workerNames } = store;
    const later = (days: number): Date => new Date(START.getTime() + days * DAY_MS);
    await workerNames.remember({ ...worker, tenant }, START);
    await workerNames.remember({ ...worker, tenant, id: "two" }, later(60));
    await workerNames.remember({ ...worker, tenant, id: "three" }, later(91));
    const found = await workerNames.get(tenant, ["one", "two", "three"]);
    assert.deepEqual(
      found.map(({ id }) => id),
      ["two", "three"],
    );
  });
}
