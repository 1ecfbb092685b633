import assert from "node:assert/strict";
import { isMoJobError, type JobDefinition } from "@mojob/core";
import { aDefinition, jobOptionsWith } from "../builders/a-definition.ts";
import { instant } from "../builders/instant.ts";
import type { MetadataStoreIt } from "../metadata-store-harness.ts";

export function describeDefinitions(it: MetadataStoreIt): void {
  it("register() writes what is new and answers it as created", async ({ store, tenant }) => {
    const definition = aDefinition({ tenant, argsSchema: { type: "object" } });
    assert.deepEqual(await store.definitions.register([definition]), [{ definition, created: true }]);
    assert.deepEqual(await store.definitions.getAll(tenant), [definition]);
  });

  it("register() keeps dates, nulls and nested options as they were", async ({ store, tenant }) => {
    const schedule = {
      cron: "0 0 1 * * *",
      timeZone: "Asia/Shanghai",
      startTime: instant(),
      endTime: null,
      misfire: { policy: "fireOnce", graceMs: 5000 },
      dst: { gap: "shift", overlap: "first" },
    } as const;
    const options = jobOptionsWith({ schedule, maxConcurrency: null, tags: ["a", "b"] });
    const earlier = [{ at: instant(0), until: instant(1) }];
    const pause = { at: instant(1), until: null, note: "maintenance", earlier };
    const definition = aDefinition({ tenant, kind: "recurring", options, pause });
    await store.definitions.register([definition]);
    assert.deepEqual(await store.definitions.getMany(tenant, [definition.key]), [definition]);
  });

  it("register() changes nothing that is in force when the key exists, and takes over what the code declares", async ({
    store,
    tenant,
  }) => {
    const first = aDefinition({ tenant });
    const declared = jobOptionsWith({ name: "Renamed", retryCount: 5 });
    const second = aDefinition({
      tenant,
      options: declared,
      declared,
      argsSchema: { type: "string" },
      scheduledSince: instant(9),
      createdAt: instant(9),
    });
    await store.definitions.register([first]);
    const [answer] = await store.definitions.register([second]);
    assert.equal(answer?.created, false);
    const { updatedAt: _, ...stored } = answer.definition;
    const { updatedAt: __, ...expected } = { ...first, declared, argsSchema: { type: "string" } };
    assert.deepEqual(stored, expected);
    assert.deepEqual(await store.definitions.getAll(tenant), [answer.definition]);
  });

  for (const [what, other] of [
    ["another app", { app: "shipping" }],
    ["the other kind", { kind: "recurring" }],
  ] as const) {
    it(`register() takes nothing over from ${what}`, async ({ store, tenant }) => {
      const first = aDefinition({ tenant });
      const declared = jobOptionsWith({ retryCount: 5 });
      await store.definitions.register([first]);
      const answers = await store.definitions.register([
        aDefinition({ tenant, declared, argsSchema: {}, ...other }),
      ]);
      assert.deepEqual(answers, [{ definition: first, created: false }]);
      assert.deepEqual(await store.definitions.getAll(tenant), [first]);
    });
  }

  it("register() answers in order, also when a key comes twice in one call", async ({ store, tenant }) => {
    const [a, b] = [aDefinition({ tenant, key: "a" }), aDefinition({ tenant, key: "b" })];
    const answers = await store.definitions.register([b, a, b]);
    assert.deepEqual(
      answers.map(({ definition, created }) => [definition.key, created]),
      [
        ["b", true],
        ["a", true],
        ["b", false],
      ],
    );
  });

  it("register() by 50 at once creates a definition once", async ({ store, tenant }) => {
    const racing = Array.from({ length: 50 }, (_, index) =>
      store.definitions.register([
        aDefinition({ tenant, options: jobOptionsWith({ description: `${index}` }) }),
      ]),
    );
    const answers = (await Promise.all(racing)).flat();
    assert.equal(answers.filter(({ created }) => created).length, 1);
    assert.equal(new Set(answers.map(({ definition }) => definition.options.description)).size, 1);
  });

  it("getMany() answers those that exist", async ({ store, tenant }) => {
    await store.definitions.register(["a", "b", "c"].map((key) => aDefinition({ tenant, key })));
    const found = await store.definitions.getMany(tenant, ["c", "missing", "a"]);
    assert.deepEqual(found.map(({ key }) => key).sort(), ["a", "c"]);
    assert.deepEqual(await store.definitions.getMany(tenant, []), []);
  });

  it("replace() writes only over the revision it expects", async ({ store, tenant }) => {
    const first = aDefinition({ tenant });
    const next: JobDefinition = { ...first, revision: 2, options: jobOptionsWith({ priority: 1 }) };
    await store.definitions.register([first]);
    assert.equal(await store.definitions.replace(next, 2), false);
    assert.deepEqual(await store.definitions.getAll(tenant), [first]);
    assert.equal(await store.definitions.replace(next, 1), true);
    assert.equal(await store.definitions.replace({ ...next, revision: 3 }, 1), false);
    assert.deepEqual(await store.definitions.getAll(tenant), [next]);
  });

  it("replace() creates nothing", async ({ store, tenant }) => {
    assert.equal(await store.definitions.replace(aDefinition({ tenant }), 0), false);
    assert.deepEqual(await store.definitions.getAll(tenant), []);
  });

  it("replace() by 50 at once has one winner", async ({ store, tenant }) => {
    const first = aDefinition({ tenant });
    await store.definitions.register([first]);
    const racing = Array.from({ length: 50 }, (_, index) =>
      store.definitions.replace({ ...first, revision: 2, options: jobOptionsWith({ retryCount: index }) }, 1),
    );
    assert.equal((await Promise.all(racing)).filter(Boolean).length, 1);
  });

  it("list() pages by key and filters by kind, app, tag, disabled and search", async ({ store, tenant }) => {
    const definitions = [
      aDefinition({ tenant, key: "a.one", options: jobOptionsWith({ name: "Alpha", tags: ["x"] }) }),
      aDefinition({
        tenant,
        key: "b.two",
        kind: "recurring",
        options: jobOptionsWith({ name: "BETA (1+1)" }),
      }),
      aDefinition({ tenant, key: "c.three", app: "shipping", options: jobOptionsWith({ tags: ["x", "y"] }) }),
      aDefinition({ tenant, key: "d.four", options: jobOptionsWith({ name: "Delta", disabled: true }) }),
    ];
    await store.definitions.register(definitions.toReversed());
    const keys = async (query: object, limit = 10): Promise<string[]> => {
      const found: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await store.definitions.list(
          { tenant, ...query },
          { limit, ...(cursor ? { cursor } : {}) },
        );
        assert.ok(page.items.length <= limit);
        found.push(...page.items.map(({ key }) => key));
        cursor = page.nextCursor;
      }
      return found;
    };
    assert.deepEqual(await keys({}), ["a.one", "b.two", "c.three", "d.four"]);
    assert.deepEqual(await keys({}, 1), ["a.one", "b.two", "c.three", "d.four"]);
    assert.deepEqual(await keys({}, 2), ["a.one", "b.two", "c.three", "d.four"]);
    assert.deepEqual(await keys({ kind: "recurring" }), ["b.two"]);
    assert.deepEqual(await keys({ app: "shipping" }), ["c.three"]);
    assert.deepEqual(await keys({ tag: "x" }, 1), ["a.one", "c.three"]);
    assert.deepEqual(await keys({ disabled: true }), ["d.four"]);
    assert.deepEqual(await keys({ disabled: false, app: "billing" }), ["a.one", "b.two"]);
    assert.deepEqual(await keys({ search: "beta (1+" }), ["b.two"]);
    assert.deepEqual(await keys({ search: "THREE" }), ["c.three"]);
    assert.deepEqual(await keys({ search: "." }), ["a.one", "b.two", "c.three", "d.four"]);
    assert.deepEqual(await keys({ search: ".*" }), []);
  });

  it("list() refuses a cursor it did not give", async ({ store, tenant }) => {
    for (const cursor of ["", "nonsense", "e30", "!!!"]) {
      await assert.rejects(store.definitions.list({ tenant }, { limit: 1, cursor }), (error) =>
        isMoJobError(error, "invalid_argument"),
      );
    }
  });
}
