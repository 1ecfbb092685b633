import { describeRuntime, type RuntimeSetup } from "@mojob/contract-tests";
import type { ExecutionRequest } from "@mojob/core/ports";
import { createFakeClock, type FakeClock } from "@mojob/core/testing";
import { EventBusInMemory, MetadataStoreInMemoryProvider } from "@mojob/memory";
import { describe, it } from "vitest";
import { LocalRuntime } from "./local-runtime.ts";

const TENANT = "default";
const APPS = ["billing", "mail"] as const;

describe("in this process", () => {
  let clock: FakeClock;
  let runtime: LocalRuntime;

  describeRuntime(
    { describe, it },
    {
      // The timer of a run that has ended stays, because other runs share it.
      forgets: false,
      async open(): Promise<RuntimeSetup> {
        clock = createFakeClock();
        const { instances: store } = new MetadataStoreInMemoryProvider();
        runtime = new LocalRuntime({
          tenant: TENANT,
          bus: new EventBusInMemory({ clock }),
          store,
          clock,
          definitions: () => Promise.resolve(new Map()),
          onError: (error) => {
            throw error;
          },
        });
        const delivered = new Map<string, ExecutionRequest[]>(APPS.map((app) => [app, []]));
        let finish = (): void => {};
        const finished = new Promise<void>((resolve) => (finish = resolve));
        for (const app of APPS)
          await runtime.connect(app, {
            id: `${app}-1`,
            capacity: Infinity,
            execute(requests) {
              delivered.get(app)?.push(...requests);
              return finished;
            },
            canRun: () => true,
            holds: () => false,
          });
        return {
          runtime,
          bus: runtime.bus,
          store,
          tenant: TENANT,
          apps: APPS,
          now: () => clock.now(),
          delivered: (app) => delivered.get(app) ?? [],
          finish,
        };
      },
      close: () => runtime.close(),
      async until(condition) {
        while (!(await condition())) await clock.settle();
      },
      pass: (ms) => clock.advance(ms),
    },
  );
});
