import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createWorld } from "@mojob/test-fixtures/world";
import { PROGRAM } from "../../access/requester.ts";
import { Jobs } from "../../control/jobs/jobs.ts";
import type { JobDefaults, RecurringJobOptions } from "./job-options.ts";
import { declareJob } from "../../definition/declare-job.ts";
import { flattenOptions, resolveJobOptions } from "./resolve-options.ts";
import { StoreRegistry } from "../../definition/store-registry.ts";

/** The options a global default can name; each here with values that are all valid together. */
const defaults = fc.record(
  {
    maxConcurrency: fc.option(fc.integer({ min: 1, max: 9 })),
    retryCount: fc.nat(9),
    retryIntervalMs: fc.nat(9000),
    timeoutMs: fc.integer({ min: 1, max: 9000 }),
    priority: fc.integer({ min: 1, max: 5 }),
    timeZone: fc.constantFrom("UTC", "Asia/Shanghai", "Europe/Berlin"),
  },
  { requiredKeys: [] },
) satisfies fc.Arbitrary<JobDefaults>;

const stated = fc
  .tuple(
    defaults,
    fc.record(
      {
        name: fc.constantFrom("Close", "Open"),
        description: fc.constantFrom("", "Why"),
        disabled: fc.boolean(),
        tags: fc.subarray(["a", "b", "c"]),
        labels: fc.constantFrom({}, { team: "a" }, { team: "b", "cost/center": "7" }),
        cron: fc.constantFrom(null, "0 0 1 * * *", "*/5 * * * *"),
        startTime: fc.constantFrom(null, "2026-01-01T00:00:00.000Z"),
        endTime: fc.constantFrom(null, "2027-01-01T00:00:00.000Z"),
        rateLimit: fc.record({
          max: fc.constantFrom(null, 5),
          perMs: fc.constant(1000),
          spread: fc.constant("smooth" as const),
        }),
        retention: fc.record({
          maxInstances: fc.integer({ min: 1, max: 9 }),
          maxSkipped: fc.constant(5),
          maxAgeDays: fc.constant(3),
          maxLogs: fc.constantFrom(null, 7),
          maxLogAgeDays: fc.constantFrom(null, 2),
          maxFiles: fc.constant(null),
          maxFileAgeDays: fc.constantFrom(null, 1),
        }),
        misfire: fc.record({
          policy: fc.constantFrom("skip" as const, "fireAll" as const),
          graceMs: fc.nat(9),
        }),
        dst: fc.record({ gap: fc.constant("skip" as const), overlap: fc.constant("both" as const) }),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([shared, own]): Omit<RecurringJobOptions, "key"> => ({ ...shared, ...own }));

const ALL_DEFAULTS = flattenOptions(resolveJobOptions("recurring", {}, "close-day"));

/** A control plane's registry and the edits people make. */
function aPlane() {
  const world = createWorld();
  const { store, cache } = world;
  const registry = new StoreRegistry({
    ...world,
    tenant: "default",
    store: store.definitions,
    scripts: store.scripts,
  });
  const workers = () => Promise.resolve([]);
  const jobs = new Jobs({ ...world, tenant: "default", registry, workers });
  const register = async (options: unknown, globals: JobDefaults) => {
    const declared = declareJob({ key: "close-day", kind: "recurring", options, argsSchema: null }, globals);
    const [result] = await registry.register("ledger", [declared]);
    if (result === undefined || result.outcome === "refused") throw new Error("It was refused");
    return result;
  };
  return { register, jobs, cache };
}

describe("job options", () => {
  test("come from our defaults, then the global ones, then the class, and are stored at the first registration", async () => {
    await fc.assert(
      fc.asyncProperty(defaults, stated, async (globals, options) => {
        const { register } = aPlane();
        const { outcome, definition } = await register(options, globals);
        expect(outcome).toBe("registered");
        expect(flattenOptions(definition.options)).toEqual({ ...ALL_DEFAULTS, ...globals, ...options });
      }),
      { numRuns: 60 },
    );
  });

  test("stay as they are stored, whatever code and global defaults say later", async () => {
    await fc.assert(
      fc.asyncProperty(defaults, stated, defaults, stated, async (globals, first, otherGlobals, second) => {
        const { register, cache } = aPlane();
        const { definition } = await register(first, globals);
        const later = await register(second, otherGlobals);
        const expected = { ...ALL_DEFAULTS, ...otherGlobals, ...second };
        const isSame =
          JSON.stringify(sorted(expected)) === JSON.stringify(sorted(flattenOptions(definition.options)));
        expect(later.outcome).toBe(isSame ? "unchanged" : "differs");
        expect(later.definition).toMatchObject({ options: definition.options, revision: 1 });
        expect((await cache.get("close-day"))?.options).toEqual(definition.options);
        expect(flattenOptions(later.definition.declared)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  test("can be edited one by one, and the edit outlives the next registration", async () => {
    await fc.assert(
      fc.asyncProperty(stated, stated, async (first, edit) => {
        const { register, jobs } = aPlane();
        const { definition } = await register(first, {});
        const { definition: edited } = await jobs.update(PROGRAM, "close-day", edit, definition.revision);
        const expected = { ...flattenOptions(definition.options), ...edit };
        expect(flattenOptions(edited.options)).toEqual(expected);
        const again = await register(first, {});
        expect(flattenOptions(again.definition.options)).toEqual(expected);
        expect(again.definition.revision).toBe(edited.revision);
      }),
      { numRuns: 60 },
    );
  });
});

function sorted(options: object): unknown {
  return Object.entries(options)
    .map(([field, value]) => [field, JSON.stringify(value)])
    .sort(([a = ""], [b = ""]) => (a < b ? -1 : 1));
}
