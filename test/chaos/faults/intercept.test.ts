import type { IMoJobScheduleMetadataStore, IMoStateStore } from "@mojob/core";
import { expect, test } from "vitest";
import { intercept, type PortCall } from "./intercept.ts";

test("what calls resolve to passes through the interceptor, and what lives on after a call does not", async () => {
  const life = {
    ready: Promise.resolve(),
    turned: () => {},
    began: () => {},
    close: () => Promise.resolve(),
  };
  const executors = { keepAlive: () => life, list: () => Promise.resolve(["a worker"]) };
  const calls: PortCall[] = [];
  const { store, state } = intercept(
    {
      store: { executors } as unknown as IMoJobScheduleMetadataStore,
      state: { keepLease: () => life } as unknown as IMoStateStore,
    },
    (call, proceed) => {
      calls.push(call);
      return proceed();
    },
  );
  expect(store.executors.keepAlive?.({ tenant: "default", id: "worker" }, 1000)).toBe(life);
  expect(state.keepLease?.("lock", "holder", 1000, 500)).toBe(life);
  expect(await store.executors.list("default", new Date(0))).toEqual(["a worker"]);
  expect(calls).toEqual([{ port: "executors", method: "list", args: ["default", new Date(0)] }]);
});
