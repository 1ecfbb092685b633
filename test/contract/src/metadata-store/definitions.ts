import assert from "node:assert/strict";
import type { JobDefinition } from "@mojob/core";
import { isMoJobError } from "@mojob/core/ports";
import { aDefinition, jobOptionsWith } from "../builders/a-definition.ts";
import { anInstance } from "../builders/an-instance.ts";
import { instant } from "../builders/instant.ts";
import type { MetadataStoreIt } from "../metadata-store-harness.ts";

export function describeDefinitions(it: MetadataStoreIt): void {
  it("register() writes what is new and returns it as created", async ({ store, tenant }) => {
    const definition = aDefinition({ tenant, argsSchema: { type: "object" } });
    assert.deepEqual(await store.definitions.register([definition]), [{ definition, created: true }]);
    assert.deepEqual(await store.definitions.getAll(tenant), [definition]);
  });

  it("register() keeps a graph of as many nodes as there may be", async ({ store, tenant }) => {
    const nodes = Array.from({ length: 2000 }, (_, index) => ({
      id: `n${index}`,
      type: "job",
      job: { key: "step" },
      pre: [1, 2, 3].filter((back) => back <= index).map((back) => ({ node: `n${index - back}` })),
    }));
    const definition = aDefinition({ tenant, work: { kind: "task", body: { engine: 1, nodes } } });
    await store.definitions.register([definition]);
    assert.deepEqual(await store.definitions.getAll(tenant), [definition]);
  });

  it("register() keeps dates, nulls and nested options as they were", async ({ store, tenant }) => {
    const schedule = {
      cron: "0 0 1 * * *",
      calendar: { key: "cn", on: { nth: -1, of: "month" } },
      cronDialect: "quartz",
      everyMs: null,
      everyFrom: "start",
      jitterMs: 0,
      timeZone: "Asia/Shanghai",
      startTime: instant(),
      endTime: null,
      misfire: { policy: "fireOnce", graceMs: 5000 },
      dst: { gap: "shift", overlap: "first" },
      schedules: [
        { name: "月末", cron: "0 0 3 L * *", endTime: null, args: { "a.b": [1], $c: null } },
        { name: "off", cron: "0 0 4 * * *", misfire: { policy: "skip" }, disabled: true },
      ],
    } as const;
    const options = jobOptionsWith({
      schedule,
      maxConcurrency: null,
      tags: ["a", "b"],
      labels: { team: "a", "cost/center": "" },
    });
    const earlier = [{ at: instant(0), until: instant(1) }];
    const pause = { at: instant(1), until: null, note: "maintenance", by: "user:li", earlier };
    const definition = aDefinition({
      tenant,
      kind: "recurring",
      options,
      pause,
      edited: ["misfire.policy", "tags"],
      schedulesSince: { 月末: instant(4), off: instant(5) },
      updatedBy: "token:ci",
    });
    await store.definitions.register([definition]);
    assert.deepEqual(await store.definitions.getMany(tenant, [definition.key]), [definition]);
  });

  it("register() changes nothing that is in force when the key exists, and takes over what the code declares", async ({
    store,
    tenant,
  }) => {
    const first = aDefinition({ tenant });
    const declared = jobOptionsWith({ name: "Renamed", retryCount: 5 });
    const layers = { code: ["name"], global: ["retryCount", "retention.maxAgeDays"] } as const;
    const second = aDefinition({
      tenant,
      options: declared,
      declared,
      layers,
      // Another schema is a change of what is in force, which the registry writes as a revision.
      argsSchema: { type: "string" },
      scheduledSince: instant(9),
      createdAt: instant(9),
    });
    await store.definitions.register([first]);
    const [answer] = await store.definitions.register([second]);
    assert.equal(answer?.created, false);
    const { updatedAt: _, ...stored } = answer.definition;
    const { updatedAt: __, ...expected } = { ...first, declared, layers };
    assert.deepEqual(stored, expected);
    assert.deepEqual(await store.definitions.getAll(tenant), [answer.definition]);
  });

  it("keeps the graph that the code declares, until an edit removes it", async ({ store, tenant }) => {
    const first = aDefinition({ tenant });
    const [before, after] = ['{"engine":1}', '{"engine":2}'];
    await store.definitions.register([{ ...first, declaredBody: before, isBodyEdited: true }]);
    const [{ definition } = { definition: first }] = await store.definitions.register([
      { ...first, declaredBody: after },
    ]);
    assert.equal(definition.declaredBody, after);
    assert.equal(definition.isBodyEdited, true);
    const { declaredBody: _, isBodyEdited: __, ...code } = definition;
    const next = { ...code, revision: code.revision + 1 };
    assert.equal(await store.definitions.replace(next, code.revision), true);
    const [stored] = await store.definitions.getMany(tenant, [first.key]);
    assert.deepEqual(stored, next);
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

  it("register() returns in order, also when a key comes twice in one call", async ({ store, tenant }) => {
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

  it("create() writes a new key once and leaves what stands", async ({ store, tenant }) => {
    const definition = aDefinition({
      tenant,
      origin: "api",
      inCode: false,
      work: {
        kind: "http",
        method: "GET",
        url: "https://a.test",
        headers: { "x.$a": "1" },
        body: null,
        success: null,
      },
      args: { "a.b": [1, null, { $set: "2" }] },
    });
    assert.equal(await store.definitions.create(definition), true);
    assert.equal(await store.definitions.create({ ...definition, app: "shipping" }), false);
    assert.deepEqual(await store.definitions.getAll(tenant), [definition]);
    assert.deepEqual(await store.definitions.register([{ ...definition, args: null }]), [
      { definition, created: false },
    ]);
  });

  it("create() by 50 at once has one winner", async ({ store, tenant }) => {
    const racing = Array.from({ length: 50 }, (_, index) =>
      store.definitions.create(aDefinition({ tenant, app: `app-${index}` })),
    );
    assert.equal((await Promise.all(racing)).filter(Boolean).length, 1);
  });

  it("remove() removes only the revision it expects, and the key is new again", async ({ store, tenant }) => {
    const [first, other] = [aDefinition({ tenant, revision: 3 }), aDefinition({ tenant, key: "other" })];
    await store.definitions.register([first, other]);
    assert.equal(await store.definitions.remove(tenant, first.key, 2), false);
    assert.equal(await store.definitions.remove(tenant, "unknown", 1), false);
    assert.equal(await store.definitions.remove(tenant, first.key, 3), true);
    assert.equal(await store.definitions.remove(tenant, first.key, 3), false);
    assert.equal(await store.definitions.replace({ ...first, revision: 4 }, 3), false);
    assert.deepEqual(await store.definitions.getAll(tenant), [other]);
    assert.deepEqual(await store.definitions.getMany(tenant, [first.key]), []);
    assert.deepEqual((await store.definitions.list({ tenant }, { limit: 10 })).items, [other]);
    const again = aDefinition({ tenant, revision: 4, kind: "recurring" });
    assert.equal(await store.definitions.create(again), true);
    assert.deepEqual(await store.definitions.getMany(tenant, [first.key]), [again]);
  });

  it("remove() leaves the runs of the job", async ({ store, tenant }) => {
    const definition = aDefinition({ tenant });
    const run = anInstance({ tenant, jobKey: definition.key });
    await store.definitions.register([definition]);
    await store.instances.insert([run]);
    await store.definitions.remove(tenant, definition.key, definition.revision);
    assert.deepEqual(await store.instances.get(tenant, [run.id]), [run]);
    assert.equal(
      (await store.queries.list({ tenant, jobKey: definition.key }, { limit: 1 })).items.length,
      1,
    );
  });

  it("getMany() returns those that exist", async ({ store, tenant }) => {
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
