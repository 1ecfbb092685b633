import assert from "node:assert/strict";
import {
  aChange,
  aDefinition,
  anAdmission,
  aPoliteAdmission,
  anInstance,
  uniqueName,
} from "@mojob/contract-tests";
import type { InstanceQuery, JobInstance } from "@mojob/core/ports";
import { type MongodbServer, startMongodb } from "@mojob/test-services/mongodb";
import type { Document } from "mongodb";
import { afterAll, beforeAll, describe, it } from "vitest";
import { findBeingCancelled } from "./watch/polled-requests.ts";
import { databaseUrl } from "../fixtures/database-url.ts";
import { DefinitionStoreMongodb } from "./stores/definition-store.ts";
import { InstanceQueriesMongodb } from "./stores/instance-queries.ts";
import { InstanceRetentionMongodb } from "./stores/instance-retention.ts";
import { InstanceStoreMongodb } from "./stores/instance-store.ts";
import { migrate } from "./connection/migrate.ts";
import { MongodbConnection, type StoreHandle } from "./connection/mongodb-connection.ts";
import { RetentionAges } from "./runs/retention-ages.ts";
import { RunCounts } from "./counts/run-counts.ts";
import { endedRuns, listedAfter, openRuns } from "./documents/typed-filter.ts";
import { slotHolders, waitingIn } from "./documents/waiting-filter.ts";
import { stampOf } from "./connection/server-time.ts";

const TENANT = "default";

describe("the hot path", () => {
  let server: MongodbServer;
  let connection: MongodbConnection;
  let handle: StoreHandle;
  let store: InstanceStoreMongodb;
  let queried: InstanceQueriesMongodb;
  let retention: InstanceRetentionMongodb;
  let commands: string[] = [];
  /** Of the updates among them. */
  let statements = 0;
  const shapes = new Map<number, string>();
  /** How long the server took for the fastest command of each shape, in milliseconds. */
  const fastestOfShape = new Map<string, number>();

  beforeAll(async () => {
    server = await startMongodb();
    connection = new MongodbConnection(databaseUrl(server.url, uniqueName("trips")), {
      monitorCommands: true,
    });
    handle = connection.share();
    store = new InstanceStoreMongodb(handle, new RetentionAges());
    queried = new InstanceQueriesMongodb(handle);
    retention = new InstanceRetentionMongodb(handle, new RunCounts(handle));
    await migrate(handle);
    connection.client.on("commandStarted", ({ commandName, command, requestId }) => {
      commands.push(commandName);
      shapes.set(requestId, shapeOf(commandName, command));
      statements += (command["updates"] as readonly unknown[] | undefined)?.length ?? 0;
    });
    connection.client.on("commandSucceeded", ({ duration, requestId }) => {
      const shape = shapes.get(requestId) ?? "";
      shapes.delete(requestId);
      fastestOfShape.set(shape, Math.min(duration, fastestOfShape.get(shape) ?? Infinity));
    });
  });
  afterAll(async () => {
    await handle.close();
    await server.close();
  });

  async function sent(use: () => Promise<unknown>): Promise<readonly string[]> {
    commands = [];
    statements = 0;
    await use();
    return commands;
  }

  function runs(count: number, jobKey = uniqueName("job")): JobInstance[] {
    return Array.from({ length: count }, () => anInstance({ jobKey, id: uniqueName("run") }));
  }

  it("registers any number of jobs in two commands, and finds them in one", async () => {
    const definitions = Array.from({ length: 300 }, () => aDefinition({ key: uniqueName("job") }));
    const store = new DefinitionStoreMongodb(handle, new RetentionAges(), (error) =>
      assert.fail(String(error)),
    );
    assert.deepEqual(await sent(() => store.register(definitions)), ["find", "insert"]);
    assert.deepEqual(await sent(() => store.register(definitions)), ["find"]);
  });

  for (const count of [1, 100]) {
    it(`writes ${count} new at once in one command`, async () => {
      assert.deepEqual(await sent(() => store.insert(runs(count))), ["insert"]);
    });

    it(`admits and settles ${count} under a limit of 100 in one command each and one read, once the job is known`, async () => {
      const known = runs(1);
      const instances = runs(count, known[0]?.jobKey);
      await store.insert([...known, ...instances]);
      await store.admit(known.map((run) => anAdmission(run, { limit: 100 })));
      await store.update(
        known.map((run) => aChange({ ...run, state: "Processing" }, { set: { state: "Succeeded" } })),
      );
      const admissions = instances.map((run) => anAdmission(run, { limit: 100 }));
      assert.deepEqual(await sent(() => store.admit(admissions)), ["update", "find"]);
      const settled = instances.map((run) =>
        aChange({ ...run, state: "Processing" }, { set: { state: "Succeeded" } }),
      );
      assert.deepEqual(await sent(() => store.update(settled)), ["update"]);
    });
  }

  it("admits runs of one job in two calls at once without a collision", async () => {
    const known = runs(1);
    const instances = runs(100, known[0]?.jobKey);
    await store.insert([...known, ...instances]);
    await store.admit(known.map((run) => anAdmission(run, { limit: 200 })));
    const halves = [instances.slice(0, 50), instances.slice(50)].map((half) =>
      half.map((run) => anAdmission(run, { limit: 200 })),
    );
    const trips = await sent(() => Promise.all(halves.map((half) => store.admit(half))));
    assert.deepEqual(trips.toSorted(), ["find", "find", "update", "update"]);
  });

  it("admits without a limit in one command and one read from the first time on", async () => {
    const instances = runs(20);
    await store.insert(instances);
    const admissions = instances.map((run) => anAdmission(run, { limit: null }));
    assert.deepEqual(await sent(() => store.admit(admissions)), ["update", "find"]);
  });

  it("admits 100 under one claim without a limit, and settles them alike, in one statement each", async () => {
    const instances = runs(100);
    await store.insert(instances);
    const admissions = instances.map((run) => anAdmission(run, { limit: null, claim: "batch" }));
    assert.deepEqual(await sent(() => store.admit(admissions)), ["update", "find"]);
    assert.equal(statements, 1);
    const settled = instances.map((run) =>
      aChange({ ...run, state: "Processing" }, { set: { state: "Succeeded" } }),
    );
    assert.deepEqual(await sent(() => store.update(settled)), ["update"]);
    assert.equal(statements, 1);
  });

  /** One run of each of as many jobs, all limited to one at a time. */
  function runsOfManyJobs(count: number): JobInstance[] {
    return Array.from({ length: count }, () => runs(1)).flat();
  }

  function admissionsOf(instances: readonly JobInstance[], claim: string) {
    return instances.map((run) => anAdmission(run, { limit: 1, claim }));
  }

  it("admits one run of each of 300 jobs in one statement, after one read where it does not know them", async () => {
    const first = runsOfManyJobs(300);
    const second = first.map(({ jobKey }) => anInstance({ jobKey, id: uniqueName("run") }));
    await store.insert([...first, ...second]);
    assert.deepEqual(await sent(() => store.admit(admissionsOf(first, "one"))), ["find", "update", "find"]);
    assert.equal(statements, 1);
    await store.update(
      first.map((run) => aChange({ ...run, state: "Processing" }, { set: { state: "Succeeded" } })),
    );
    assert.deepEqual(await sent(() => store.admit(admissionsOf(second, "two"))), ["update", "find"]);
    assert.equal(statements, 1);
  });

  it("admits the others where another process took the slots of some meanwhile", async () => {
    const before = runsOfManyJobs(50);
    const ours = before.map(({ jobKey }) => anInstance({ jobKey, id: uniqueName("run") }));
    const theirs = before
      .filter((_, index) => index % 7 === 3)
      .map(({ jobKey }) => anInstance({ jobKey, id: uniqueName("run") }));
    await store.insert([...before, ...theirs, ...ours]);
    await store.admit(admissionsOf(before, "before"));
    await store.update(
      before.map((run) => aChange({ ...run, state: "Processing" }, { set: { state: "Succeeded" } })),
    );
    const other = new InstanceStoreMongodb(handle, new RetentionAges());
    const won = await other.admit(admissionsOf(theirs, "theirs"));
    assert.ok(won.every(({ outcome }) => outcome === "admitted"));
    const answers = await store.admit(admissionsOf(ours, "ours"));
    assert.deepEqual(
      answers.map(({ outcome }) => outcome),
      ours.map((_, index) => (index % 7 === 3 ? "full" : "admitted")),
    );
  });

  it("makes many wait in as many round trips as one, and reads their turns in one", async () => {
    const job = uniqueName("job");
    const instances = runs(60, job);
    await store.insert(instances);
    await store.admit([aPoliteAdmission(instances[0] as JobInstance)]);
    const trips = await sent(() => store.admit(instances.slice(1).map((run) => aPoliteAdmission(run))));
    // Who waits; no slot is free, so that nothing is tried; what stands; they wait; which of them do.
    assert.deepEqual(trips, ["find", "find", "find", "update", "find"]);
    const turns = await sent(() => store.firstWaiting([{ tenant: TENANT, lane: job, most: 5 }]));
    assert.deepEqual(turns, ["find"]);
  });

  it("finds the last free slots of a hundred held by others without trying them all", async () => {
    const instances = runs(100);
    await store.insert(instances);
    const other = new InstanceStoreMongodb(handle, new RetentionAges());
    await other.admit(instances.slice(0, 95).map((run) => anAdmission(run, { limit: 100 })));
    const last = instances.slice(95).map((run) => anAdmission(run, { limit: 100 }));
    const trips = await sent(() => store.admit(last));
    assert.deepEqual(trips, ["find", "update", "find"]);
  });

  const position = { at: new Date().getTime(), id: "x" };
  const queries: readonly (readonly [
    what: string,
    index: readonly string[],
    find: () => Promise<Document>,
  ])[] = [
    ["a list of everything", ["created"], () => explain({ tenant: TENANT })],
    ["a list of one app", ["app_created"], () => explain({ tenant: TENANT, app: "billing" })],
    ["a list of one job", ["job_created"], () => explain({ tenant: TENANT, jobKey: "job" })],
    ["a list of one state", ["state_created_app"], () => explain({ tenant: TENANT, states: ["Terminated"] })],
    ["a list of a time", ["created"], () => explain({ tenant: TENANT, from: new Date(0), to: new Date() })],
    ["a list of one id", ["_id_", "created"], () => explain({ tenant: TENANT, search: "run-1" })],
    ["a later page", ["created"], () => explain({ tenant: TENANT }, true)],
    ["who waits for a slot", ["waiting_by_turn"], () => explainFilter(waitingIn(TENANT, "job"))],
    ["the count of open runs", ["state_created_app"], () => explainFilter(openRuns(TENANT))],
  ];

  function explain(query: InstanceQuery, isLater = false): Promise<Document> {
    return explainFilter(listedAfter(query, isLater ? position : null), true);
  }

  function explainFilter(filter: Document, isListed = false): Promise<Document> {
    const cursor = handle.collections.instances.find(filter);
    return (isListed ? cursor.sort({ createdAt: -1, id: -1 }).limit(51) : cursor).explain("queryPlanner");
  }

  for (const [what, indexes, find] of queries) {
    it(`reads ${what} from an index`, async () => {
      const { queryPlanner } = (await find()) as { queryPlanner: { winningPlan: unknown } };
      const plan = JSON.stringify(queryPlanner.winningPlan);
      assert.ok(!plan.includes("COLLSCAN"), plan);
      assert.ok(
        indexes.some((name) => plan.includes(`"indexName":"${name}"`)),
        plan,
      );
    });
  }

  describe("among 20,000 runs that have ended", () => {
    const tenant = uniqueName("tenant");
    const endedAt = new Date("2026-01-01T00:00:00.000Z");
    const longAgo = new Date(0);
    let settled: InstanceStoreMongodb;
    let readTo: string;

    beforeAll(async () => {
      settled = new InstanceStoreMongodb(handle, new RetentionAges(), { endsSettleMs: 0 });
      readTo = (await settled.endedAfter(tenant, null, 1)).position;
      for (let piece = 0; piece < 20; piece += 1) {
        await store.insert(
          Array.from({ length: 1000 }, (_, index) =>
            anInstance({
              tenant,
              id: `${piece}-${index}`,
              jobKey: `job-${index}`,
              state: "Succeeded",
              createdAt: new Date(endedAt.getTime() + piece),
              completedAt: endedAt,
              updatedAt: endedAt,
            }),
          ),
        );
      }
      for (let read = 0; read < 20_000;) {
        const { runs, position } = await settled.endedAfter(tenant, readTo, 500);
        read += runs.length;
        readTo = position;
      }
      await retention.sweep({
        tenant,
        jobKey: "job-0",
        endedBefore: longAgo,
        keep: 1000,
        keepSkipped: 1000,
        limit: 100,
      });
    }, 120_000);

    const questions: readonly (readonly [what: string, ask: () => Promise<unknown>])[] = [
      ["the newest runs of a job", () => queried.recentByJob(tenant, ["job-1"], 10)],
      ["a page of a job", () => queried.list({ tenant, jobKey: "job-1" }, { limit: 10 })],
      ["a page of open runs", () => queried.list({ tenant, states: ["Enqueued"] }, { limit: 10 })],
      ["how many runs a job has", () => queried.count({ tenant, jobKey: "job-1" }, 1000)],
      ["how many runs are open", () => handle.collections.instances.countDocuments(openRuns(tenant, "app"))],
      [
        "what stands still",
        () =>
          store.findOpen(
            { tenant, states: ["Enqueued", "Processing"], unmovedSince: new Date() },
            { limit: 100 },
          ),
      ],
      ["what is to be cancelled", () => findBeingCancelled(handle, tenant)],
      [
        "who holds a slot",
        () => handle.collections.instances.find(slotHolders(tenant, ["job-1", "job-2"])).toArray(),
      ],
      [
        "what has just ended",
        () => handle.collections.instances.find(endedRuns(tenant, { from: stampOf(4e9) })).toArray(),
      ],
      [
        "what of a job is old",
        () =>
          retention.sweep({
            tenant,
            jobKey: "job-1",
            endedBefore: longAgo,
            keep: 1000,
            keepSkipped: 1000,
            limit: 100,
          }),
      ],
    ];

    it("reads what has ended since a reader of ends asked a moment ago without going through them", async () => {
      const all = await fastest(() =>
        handle.collections.instances.countDocuments({ "reason.code": "nobody says this" }),
      );
      // It asks once for each window of time since then, and not before a second has passed.
      fastestOfShape.clear();
      const finds = (): readonly (readonly [string, number])[] =>
        [...fastestOfShape].filter(([shape]) => shape.startsWith("find"));
      for (let times = 0; times < 5 || finds().length === 0; times += 1)
        assert.equal((await settled.endedAfter(tenant, readTo, 500)).runs.length, 0);
      for (const [shape, asked] of finds())
        assert.ok(asked < all / 2, `${asked} ms for ${shape}; all of them take ${all.toFixed(1)} ms`);
    });

    for (const [what, ask] of questions) {
      it(`reads ${what} without going through them`, async () => {
        // Compared with a question that does: how fast the machine is does not matter.
        const all = await fastest(() =>
          handle.collections.instances.countDocuments({ "reason.code": "nobody says this" }),
        );
        const asked = await fastest(ask);
        assert.ok(asked < all / 2, `${asked.toFixed(1)} ms; all of them take ${all.toFixed(1)} ms`);
      });
    }

    async function fastest(ask: () => Promise<unknown>): Promise<number> {
      const tookMs: number[] = [];
      for (let times = 0; times < 5; times += 1) {
        const from = performance.now();
        await ask();
        tookMs.push(performance.now() - from);
      }
      return Math.min(...tookMs);
    }
  });
});

/** A command without its values. */
function shapeOf(name: string, { filter, query, pipeline }: Document): string {
  const valueless = (_key: string, value: unknown): unknown =>
    typeof value === "object" && value !== null ? value : typeof value;
  return `${name} ${JSON.stringify(filter ?? query ?? pipeline ?? {}, valueless)}`;
}
