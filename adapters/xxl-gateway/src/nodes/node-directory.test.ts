import { StateStoreInMemory } from "@mojob/memory";
import { systemClock } from "@mojob/core/ports";
import { expect, test } from "vitest";
import type { TenantOptions } from "../gateway-options.ts";
import { NodeDirectory } from "./node-directory.ts";

test("what one tenant's executors registered is read back by that tenant alone", async () => {
  const state = new StateStoreInMemory();
  const app = { name: "shop", executors: [], guard: { mayAsk: () => true } };
  const of = (tenant: string): NodeDirectory =>
    new NodeDirectory({
      tenant,
      state,
      clock: systemClock,
      maxExecutors: 10,
      apps: new Map([[app.name, app]]),
    } as unknown as TenantOptions);
  const node = { appName: "shop", address: "http://10.0.0.1:9999", isNewer: false };
  await of("acme").register(node);
  // Other processes of the two tenants.
  const [own, other] = [of("acme"), of("globex")];
  await Promise.all([own.refresh(), other.refresh()]);
  expect(own.all()).toEqual([{ appName: "shop", address: node.address }]);
  expect(other.all()).toEqual([]);
});
