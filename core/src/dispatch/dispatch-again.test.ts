import { expect, test } from "vitest";
import { anInstance } from "@mojob/test-fixtures/records";
import { createWorld } from "@mojob/test-fixtures/world";
import { dispatchAgain } from "./dispatch-again.ts";
import { EXECUTOR_GONE, type Router } from "./router.ts";
import type { UnattendedFailure } from "./unattended-failure.ts";

test("dispatchAgain() ends a shard whose executor is gone, and reports that once", async () => {
  const world = createWorld();
  const routing = {
    strategy: "broadcast",
    executor: { id: "w1", name: "w1" },
    refused: [],
    shard: { index: 0, total: 1 },
  } as const;
  const shard = anInstance({ routing });
  await world.store.instances.insert([shard]);
  const failed: UnattendedFailure[] = [];
  const router = { chooseAgain: () => Promise.resolve([EXECUTOR_GONE]) } as unknown as Router;
  const options = { ...world, store: world.store.instances, router };
  for (let times = 0; times < 2; times += 1)
    await dispatchAgain([shard], { ...options, onFailed: (one) => failed.push(one) });
  expect((await world.instance(shard.id)).state).toBe("Terminated");
  expect(failed).toMatchObject([{ attempt: 1, failure: { code: "executor_gone" }, retryAt: null }]);
});
