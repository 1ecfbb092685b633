import { describeRuntime, type RuntimePlace } from "@mojob/contract-tests";
import {
  executionTopic,
  type JobExecutionRequestedEvent,
  toApp,
  toExecutionRequest,
} from "@mojob/core/engine";
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
      async open(): Promise<RuntimePlace> {
        clock = createFakeClock();
        const bus = new EventBusInMemory({ clock });
        const { instances: store } = new MetadataStoreInMemoryProvider();
        runtime = new LocalRuntime({
          bus,
          store,
          clock,
          holds: () => false,
          onError: (error) => {
            throw error;
          },
        });
        const delivered = new Map<string, ExecutionRequest[]>(APPS.map((app) => [app, []]));
        for (const app of APPS) {
          const take = (requests: readonly ExecutionRequest[]): void =>
            void delivered.get(app)?.push(...requests);
          await bus.subscribe(
            executionTopic(toApp(TENANT, app)),
            (events) =>
              take(
                (events as readonly JobExecutionRequestedEvent[]).map((event) => toExecutionRequest(event)),
              ),
            { group: "workers" },
          );
        }
        return {
          runtime,
          store,
          tenant: TENANT,
          apps: APPS,
          now: () => clock.now(),
          delivered: (app) => delivered.get(app) ?? [],
          finish: () => runtime.finished([...delivered.values()].flat()),
        };
      },
      async close() {
        runtime.close();
      },
      async until(condition) {
        while (!(await condition())) await clock.settle();
      },
      pass: (ms) => clock.advance(ms),
    },
  );
});
