import { expect, test } from "vitest";
import { aDefinition } from "../../fixtures/records.ts";
import { anExecutor } from "../../fixtures/world.ts";
import { route } from "./route.ts";
import { NO_MEMORY } from "./strategies/strategy.ts";

test("route() sends a run to any worker of its job's app, whichever workers there are", () => {
  const job = aDefinition({ tenant: "acme", app: "mail" });
  const executors = [
    anExecutor({ id: "mail-1", app: "mail" }),
    anExecutor({ id: "ledger-1", app: "ledger" }),
  ];
  const memory = { given: new Map([["mail-1", { count: 4, latest: 4 }]]) };
  const anyone = [{ tenant: "acme", app: "mail", executor: null, shard: null }];
  expect(route(job, [], NO_MEMORY)).toEqual(anyone);
  expect(route(job, executors, memory)).toEqual(anyone);
});
