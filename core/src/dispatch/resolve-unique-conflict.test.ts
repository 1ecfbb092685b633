import { describe, expect, test } from "vitest";
import { aDefinition, aNewRun, attemptOf, START } from "@mojob/test-fixtures/records";
import { createWorld, type World, type WorldOptions } from "@mojob/test-fixtures/world";
import { begin, fail, requestCancel, succeed } from "../model/instance/transitions.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { fireId } from "../model/name/run-id.ts";
import type { NewRun } from "../model/instance/new-run.ts";
import type { StatedOptions } from "../model/option/job-options.ts";
import { InstanceCreator } from "./instance-creator.ts";
import { WaitingLimits } from "../waiting/bounds/waiting-limits.ts";

function aCreator(options: WorldOptions = {}): World & { readonly creator: InstanceCreator } {
  const world = createWorld(options);
  const { store, dispatcher, clock } = world;
  return { ...world, creator: new InstanceCreator({ store: store.instances, dispatcher, clock }) };
}

function aJob(unique: "skip" | "existing" | "replace", options: StatedOptions = {}): JobDefinition {
  return aDefinition({ options: { unique, uniqueKey: "args.to", ...options } });
}

const LATER = new Date(START.getTime() + 60_000);
const to = (name: string, text: number): { readonly to: string; readonly text: number } => ({
  to: name,
  text,
});

async function states({ instances }: World): Promise<readonly string[]> {
  return (await instances()).map(({ id, state }) => `${id} ${state}`).toSorted();
}

/** Begins a run as a worker does. */
async function start({ store, instance, clock }: World, id: string): Promise<void> {
  const claimed = { ...attemptOf(await instance(id)), attempt: 1, claim: "claim-1" };
  const [answer] = await store.instances.admit([
    { change: begin(claimed, clock.now(), 0), lane: "mail.send", limit: null },
  ]);
  expect(answer?.outcome).toBe("admitted");
}

describe("a unique job", () => {
  test("skips a run of a key that waits or runs, and says which it is", async () => {
    const world = aCreator();
    const { creator, instance, bus, clock } = world;
    const job = aJob("skip");
    await creator.createOne(aNewRun(job, { id: "a", args: to("ada", 1) }));
    const second = await creator.createOne(aNewRun(job, { id: "b", args: to("ada", 2) }));
    expect(second).toMatchObject({
      created: true,
      instance: { id: "b", state: "Skipped", reason: { code: "not_unique", parameters: { other: "a" } } },
    });
    await start(world, "a");
    await creator.createOne(aNewRun(job, { id: "c", args: to("ada", 3) }));
    await creator.createOne(aNewRun(job, { id: "d", args: to("bob", 4) }));
    await clock.settle();
    expect(await states(world)).toEqual(["a Processing", "b Skipped", "c Skipped", "d Enqueued"]);
    await world.store.instances.update([succeed(attemptOf(await instance("a")), START, null, null, null)]);
    await creator.createOne(aNewRun(job, { id: "e", args: to("ada", 5) }));
    await clock.settle();
    expect((await instance("e")).state).toBe("Enqueued");
    expect(bus.requests.map(({ instanceId }) => instanceId)).toEqual(["a", "d", "e"]);
  });

  test("counts a run whose retry is due", async () => {
    const world = aCreator();
    const job = aJob("skip", { retryCount: 1, retryIntervalMs: 1000 });
    await world.creator.createOne(aNewRun(job, { id: "a", args: to("ada", 1) }));
    await start(world, "a");
    const retryLater = {
      next: "retryLater",
      retry: 1,
      retryCount: 1,
      retryAt: LATER,
      dispatchId: "d",
    } as const;
    const failure = { code: "job_error", message: "broken" };
    const attempt = attemptOf(await world.instance("a"));
    await world.store.instances.update([fail(attempt, START, failure, retryLater, null)]);
    await world.creator.createOne(aNewRun(job, { id: "b", args: to("ada", 2) }));
    expect(await states(world)).toEqual(["a Failed", "b Skipped"]);
  });

  test("returns the existing run, whatever idempotency key was asked under", async () => {
    const world = aCreator();
    const job = aJob("existing");
    const first = await world.creator.createOne(aNewRun(job, { id: "a", args: to("ada", 1) }));
    const again = aNewRun(job, { id: "mail.send#k", args: to("ada", 2), fingerprint: "other" });
    expect(await world.creator.createOne(again)).toEqual({ instance: first.instance, created: false });
    expect(await states(world)).toEqual(["a Enqueued"]);
  });

  test("of many at once makes one run", async () => {
    const world = aCreator();
    const job = aJob("existing");
    const runs = Array.from({ length: 30 }, (_, index) =>
      aNewRun(job, { id: `run-${index}`, args: to("ada", index) }),
    );
    const answers = await Promise.all([
      world.creator.create(runs.slice(0, 20)),
      ...runs.slice(20).map((run) => world.creator.createOne(run)),
    ]);
    expect(new Set(answers.flat().map(({ instance }) => instance.id)).size).toBe(1);
    expect(await world.instances()).toHaveLength(1);
  });

  test("gives the arguments of the newest to the run that waits, which keeps its place", async () => {
    const world = aCreator();
    const job = aJob("replace");
    await world.creator.createOne(aNewRun(job, { id: "a", args: to("ada", 1) }));
    const answers = await world.creator.create([
      aNewRun(job, { id: "b", args: to("ada", 2) }),
      aNewRun(job, { id: "c", args: to("ada", 3) }),
    ]);
    await world.clock.settle();
    expect(answers.map(({ instance, created }) => [instance.id, created])).toEqual([
      ["a", false],
      ["a", false],
    ]);
    expect(answers[1]?.instance).toEqual(await world.instance("a"));
    expect(await states(world)).toEqual(["a Enqueued"]);
    expect(await world.instance("a")).toMatchObject({
      args: to("ada", 3),
      argsPreview: '{"to":"ada","text":3}',
    });
    expect(world.bus.requests).toHaveLength(1);
  });

  test("leaves a run that has begun its arguments, and keeps the newest to be executed after it", async () => {
    const world = aCreator();
    const job = aJob("replace");
    await world.creator.createOne(aNewRun(job, { id: "a", args: to("ada", 1) }));
    await start(world, "a");
    await world.creator.createOne(aNewRun(job, { id: "b", args: to("ada", 2) }));
    await world.creator.createOne(aNewRun(job, { id: "c", args: to("ada", 3) }));
    expect(await states(world)).toEqual(["a Processing", "b Enqueued"]);
    expect([(await world.instance("a")).args, (await world.instance("b")).args]).toEqual([
      to("ada", 1),
      to("ada", 3),
    ]);
  });

  test("skips a fire of a run that has begun, because its record is what keeps it from being fired again", async () => {
    const world = aCreator();
    const job = aJob("replace");
    await world.creator.createOne(aNewRun(job, { id: "a", args: to("ada", 1) }));
    await start(world, "a");
    const trigger = { type: "cron", nominalTime: START } as const;
    await world.creator.create([aNewRun(job, { id: "fire", args: to("ada", 2), trigger })]);
    expect(await states(world)).toEqual(["a Processing", "fire Skipped"]);
  });

  test("counts the one that is to follow a run that has begun among those that wait", async () => {
    const world = aCreator();
    const { store, dispatcher, clock } = world;
    const limits = new WaitingLimits({
      ...world,
      tenant: "default",
      queries: store.queries,
      instances: store.instances,
    });
    const creator = new InstanceCreator({ store: store.instances, dispatcher, clock, limits });
    const job = aJob("replace", { maxWaiting: 1 });
    for (const name of ["ada", "bob"]) {
      await creator.createOne(aNewRun(job, { id: name, args: to(name, 1) }));
      await start(world, name);
    }
    await creator.createOne(aNewRun(job, { id: "second", args: to("ada", 2) }));
    expect(await creator.createOne(aNewRun(job, { id: "third", args: to("ada", 3) }))).toMatchObject({
      instance: { id: "second" },
    });
    const refused = creator.createOne(aNewRun(job, { id: "fourth", args: to("bob", 2) }));
    await expect(refused).rejects.toMatchObject({ code: "waiting_limit" });
  });

  test("skips the newest where two runs of its key have begun, which an edit of the option leaves behind", async () => {
    const world = aCreator();
    const job = aJob("replace");
    await world.creator.createOne(aNewRun(job, { id: "a", args: to("ada", 1) }));
    await start(world, "a");
    await world.creator.createOne(aNewRun(job, { id: "b", args: to("ada", 2) }));
    await start(world, "b");
    await world.creator.createOne(aNewRun(job, { id: "c", args: to("ada", 3) }));
    expect(await states(world)).toEqual(["a Processing", "b Processing", "c Skipped"]);
  });

  test.each([
    ["its own, where the newest names none", null, LATER],
    ["its own, where the newest names the same", LATER, LATER],
    ["that of the newest, where it is later", new Date(LATER.getTime() + 1), new Date(LATER.getTime() + 1)],
  ])("gives the arguments of the newest to a delayed run, which keeps a time: %s", async (_, dueAt, due) => {
    const world = aCreator();
    const job = aJob("replace");
    await world.creator.createOne(aNewRun(job, { id: "a", args: to("ada", 1), dueAt: LATER }));
    await world.creator.createOne(aNewRun(job, { id: "b", args: to("ada", 2), dueAt }));
    await world.clock.settle();
    expect(await states(world)).toEqual(["a Scheduled"]);
    expect(await world.instance("a")).toMatchObject({ scheduledFor: due, args: to("ada", 2) });
    expect(world.bus.requests).toHaveLength(1);
  });

  test.each<[string, Partial<NewRun>, Partial<NewRun>]>([
    ["is due earlier", { dueAt: LATER }, { dueAt: new Date(LATER.getTime() - 1) }],
    ["is due later, and the other at once", { dueAt: null }, { dueAt: LATER }],
    ["is more urgent", { priority: 3 }, { priority: 1 }],
    ["is asked for by hand", {}, { trigger: { type: "api", manual: true } }],
    ["is asked for by another caller", {}, { trigger: { type: "api", by: "user:ada" } }],
  ])("ends the run that waits and makes the newest one, where it %s", async (_what, before, newer) => {
    const world = aCreator();
    const job = aJob("replace");
    const api = { trigger: { type: "api" } } as const;
    await world.creator.createOne(aNewRun(job, { id: "a", args: to("ada", 1), ...api, ...before }));
    const asked = { id: "b", args: to("ada", 2), ...api, ...newer };
    const answer = await world.creator.createOne(aNewRun(job, asked));
    expect(answer).toMatchObject({ created: true, instance: { id: "b", args: asked.args } });
    expect(await world.instance("a")).toMatchObject({
      state: "Cancelled",
      reason: { code: "replaced", parameters: { by: "b" } },
    });
    const { trigger, priority, scheduledFor } = await world.instance("b");
    expect({ trigger, priority }).toEqual({ trigger: asked.trigger, priority: newer.priority ?? priority });
    expect(scheduledFor ?? null).toEqual(newer.dueAt ?? null);
  });

  test("makes a run of its own where the other begins or ends before it is replaced", async () => {
    let before: ((world: World) => Promise<void>) | null = null;
    const world: World & { readonly creator: InstanceCreator } = aCreator({
      instances: (real) => ({
        update: async (changes) => {
          const once = before;
          before = null;
          await once?.(world);
          return real.update(changes);
        },
      }),
    });
    const job = aJob("replace");
    await world.creator.createOne(aNewRun(job, { id: "a", args: to("ada", 1) }));
    before = (at) => start(at, "a");
    await world.creator.createOne(aNewRun(job, { id: "b", args: to("ada", 2) }));
    expect(await states(world)).toEqual(["a Processing", "b Enqueued"]);
    await world.store.instances.update([
      succeed(attemptOf(await world.instance("a")), START, null, null, null),
    ]);
    before = async (at) => {
      await start(at, "b");
      await at.store.instances.update([succeed(attemptOf(await at.instance("b")), START, null, null, null)]);
    };
    await world.creator.createOne(aNewRun(job, { id: "d", args: to("ada", 4) }));
    expect(await states(world)).toEqual(["a Succeeded", "b Succeeded", "d Enqueued"]);
    expect((await world.instance("b")).args).toEqual(to("ada", 2));
  });

  test("takes the place of a run that waits in another lane", async () => {
    const world = aCreator();
    const job = aJob("replace", { uniqueKey: "", concurrencyKey: "args.to" });
    await world.creator.createOne(aNewRun(job, { id: "a", args: to("ada", 1) }));
    await world.creator.createOne(aNewRun(job, { id: "b", args: to("bob", 2) }));
    expect(await states(world)).toEqual(["a Cancelled", "b Enqueued"]);
  });

  test.each(["skip", "existing", "replace"] as const)(
    "records each fire, with %s as with any",
    async (unique) => {
      const world = aCreator();
      const job = aDefinition({ key: "close", kind: "recurring", options: { unique } });
      const fires = [START, LATER].map((nominalTime) =>
        aNewRun(job, { id: fireId("close", nominalTime), trigger: { type: "cron", nominalTime } }),
      );
      for (const _ of [1, 2]) await world.creator.create(fires);
      expect((await world.instances()).map(({ state }) => state).toSorted()).toEqual(["Enqueued", "Skipped"]);
    },
  );

  test("records a run that a workflow delivers, because it waits for that very run", async () => {
    const world = aCreator();
    const job = aJob("existing");
    await world.creator.createOne(aNewRun(job, { id: "a", args: to("ada", 1) }));
    await world.creator.createOne(aNewRun(job, { id: "b", args: to("ada", 2), carriedBy: "workflow-7" }));
    expect(await states(world)).toEqual(["a Enqueued", "b Skipped"]);
  });

  test("frees its key with a cancel", async () => {
    const world = aCreator();
    const job = aJob("skip");
    await world.creator.createOne(aNewRun(job, { id: "a", args: to("ada", 1) }));
    await start(world, "a");
    const reason = { code: "cancelled", parameters: { by: null, note: null } } as const;
    await world.store.instances.update([requestCancel(await world.instance("a"), START, reason)]);
    await world.creator.createOne(aNewRun(job, { id: "b", args: to("ada", 2) }));
    expect((await world.instance("b")).state).toBe("Skipped");
  });
});
