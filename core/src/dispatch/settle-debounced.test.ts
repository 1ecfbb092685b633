import { describe, expect, test } from "vitest";
import { aDefinition, aNewRun, attemptOf, START } from "@mojob/test-fixtures/records";
import { createWorld, type World, type WorldOptions } from "@mojob/test-fixtures/world";
import type { IMoInstanceStore } from "../ports/instance-store.ts";
import { begin, cancelWaiting, enqueue, fail } from "../model/instance/transitions.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { fireId } from "../model/name/run-id.ts";
import type { StatedOptions } from "../model/option/job-options.ts";
import { InstanceCreator } from "./instance-creator.ts";

interface Place extends World {
  readonly creator: InstanceCreator;
}

function aPlace(options: WorldOptions = {}): Place {
  const world = createWorld(options);
  const { store, dispatcher, clock } = world;
  return { ...world, creator: new InstanceCreator({ store: store.instances, dispatcher, clock }) };
}

function aJob(options: StatedOptions = {}): JobDefinition {
  return aDefinition({ options: { debounceMs: 1000, uniqueKey: "args.to", ...options } });
}

const at = (ms: number): Date => new Date(START.getTime() + ms);
const to = (name: string, text: number): { readonly to: string; readonly text: number } => ({
  to: name,
  text,
});

async function trigger({ creator }: Place, job: JobDefinition, id: string, text: number): Promise<string> {
  const { instance, created } = await creator.createOne(aNewRun(job, { id, args: to("ada", text) }));
  return `${instance.id} ${created ? "created" : "folded"}`;
}

async function states({ instances }: World): Promise<readonly string[]> {
  return (await instances()).map(({ id, state }) => `${id} ${state}`).toSorted();
}

/** Its time has come. */
async function makeDue({ store, clock }: World, id: string): Promise<boolean> {
  const [isDue] = await store.instances.update([enqueue({ tenant: "default", id }, clock.now())]);
  return isDue === true;
}

/** Begins a due run as a worker does. */
async function start({ store, instance, clock }: World, id: string): Promise<void> {
  const claimed = { ...attemptOf(await instance(id)), attempt: 1, claim: "claim-1" };
  const [answer] = await store.instances.admit([
    { change: begin(claimed, clock.now(), 0), lane: "mail.send", limit: null },
  ]);
  expect(answer?.outcome).toBe("admitted");
}

/** Does something else between the moment a trigger has found the other run and its write. */
function interrupted(): { readonly place: Place; before: ((place: Place) => Promise<unknown>) | null } {
  const update =
    (real: IMoInstanceStore): IMoInstanceStore["update"] =>
    async (changes) => {
      const once = race.before;
      race.before = null;
      await once?.(race.place);
      return real.update(changes);
    };
  const race: { readonly place: Place; before: ((place: Place) => Promise<unknown>) | null } = {
    place: aPlace({ instances: (real) => ({ update: update(real) }) }),
    before: null,
  };
  return race;
}

describe("a debounced job", () => {
  test("has one run of a key, due some time after the latest trigger, with its arguments", async () => {
    const place = aPlace();
    const job = aJob();
    expect(await trigger(place, job, "a", 1)).toBe("a created");
    await place.clock.advance(600);
    expect(await trigger(place, job, "b", 2)).toBe("a folded");
    const other = await place.creator.createOne(aNewRun(job, { id: "c", args: to("bob", 3) }));
    expect(other.created).toBe(true);
    expect(await place.instance("a")).toMatchObject({
      state: "Scheduled",
      scheduledFor: at(1600),
      args: to("ada", 2),
      argsPreview: '{"to":"ada","text":2}',
    });
    expect(await states(place)).toEqual(["a Scheduled", "c Scheduled"]);
    expect(place.bus.requests.map(({ instanceId, dueAt }) => [instanceId, dueAt])).toEqual([
      ["a", at(1000).toISOString()],
      ["c", at(1600).toISOString()],
    ]);
  });

  test("returns the run as it is now", async () => {
    const place = aPlace();
    await trigger(place, aJob(), "a", 1);
    const { instance } = await place.creator.createOne(aNewRun(aJob(), { id: "b", args: to("ada", 2) }));
    expect(instance).toEqual(await place.instance("a"));
  });

  test("is put off no longer than its longest debounce, and takes over arguments until then", async () => {
    const place = aPlace();
    const job = aJob({ debounceMaxMs: 2500 });
    for (const text of [1, 2, 3, 4]) {
      await trigger(place, job, `run-${text}`, text);
      await place.clock.advance(700);
    }
    expect(await place.instance("run-1")).toMatchObject({ scheduledFor: at(2500), args: to("ada", 4) });
  });

  test("never becomes due earlier, because nothing would deliver it then", async () => {
    const place = aPlace();
    await trigger(place, aJob(), "a", 1);
    await trigger(place, aJob({ debounceMs: 10 }), "b", 2);
    expect((await place.instance("a")).scheduledFor).toEqual(at(1000));
  });

  test("is not enqueued at the time that it had before", async () => {
    const place = aPlace();
    await trigger(place, aJob(), "a", 1);
    await place.clock.advance(900);
    await trigger(place, aJob(), "b", 2);
    await place.clock.advance(200);
    expect(await makeDue(place, "a")).toBe(false);
    await place.clock.advance(800);
    expect(await makeDue(place, "a")).toBe(true);
  });

  test("gives a run that is due and has not begun the arguments, and leaves it its time", async () => {
    const place = aPlace();
    await trigger(place, aJob(), "a", 1);
    await place.clock.advance(1000);
    await makeDue(place, "a");
    expect(await trigger(place, aJob(), "b", 2)).toBe("a folded");
    expect(await place.instance("a")).toMatchObject({
      state: "Enqueued",
      scheduledFor: at(1000),
      args: to("ada", 2),
    });
  });

  test("makes another run once the first has begun, while that runs and while its retry is due", async () => {
    const place = aPlace();
    await trigger(place, aJob(), "a", 1);
    await place.clock.advance(1000);
    await makeDue(place, "a");
    await start(place, "a");
    expect(await trigger(place, aJob(), "b", 2)).toBe("b created");
    expect(await trigger(place, aJob(), "c", 3)).toBe("b folded");
    expect((await place.instance("a")).args).toEqual(to("ada", 1));
    await place.clock.advance(1000);
    await makeDue(place, "b");
    await start(place, "b");
    const retryAt = at(60_000);
    const after = { next: "retryLater", retry: 1, retryCount: 1, retryAt, dispatchId: "d" } as const;
    const failure = { code: "job_error", message: "broken" };
    const attempt = attemptOf(await place.instance("b"));
    await place.store.instances.update([fail(attempt, place.clock.now(), failure, after, null)]);
    expect(await trigger(place, aJob(), "d", 4)).toBe("d created");
    expect(await states(place)).toEqual(["a Processing", "b Failed", "d Scheduled"]);
  });

  test("of many triggers at once on two control planes makes one run, whose arguments are one of theirs", async () => {
    const one = aPlace();
    const { store, dispatcher, clock } = one;
    const two = { ...one, creator: new InstanceCreator({ store: store.instances, dispatcher, clock }) };
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        trigger(index % 2 === 0 ? one : two, aJob(), `run-${index}`, index),
      ),
    );
    expect(new Set(answers.map((answer) => answer.split(" ")[0])).size).toBe(1);
    expect(answers.filter((answer) => answer.endsWith("created"))).toHaveLength(1);
    expect(await one.instances()).toHaveLength(1);
  });

  test("loses no trigger that comes as the run becomes due", async () => {
    const race = interrupted();
    await trigger(race.place, aJob(), "a", 1);
    await race.place.clock.advance(1000);
    race.before = (place) => makeDue(place, "a");
    expect(await trigger(race.place, aJob(), "b", 2)).toBe("a folded");
    expect(await race.place.instance("a")).toMatchObject({ state: "Enqueued", args: to("ada", 2) });
  });

  test("makes another run for a trigger that comes as the run begins, whose arguments stay", async () => {
    const race = interrupted();
    await trigger(race.place, aJob(), "a", 1);
    await race.place.clock.advance(1000);
    race.before = async (place) => {
      await makeDue(place, "a");
      await start(place, "a");
    };
    expect(await trigger(race.place, aJob(), "b", 2)).toBe("b created");
    expect(await states(race.place)).toEqual(["a Processing", "b Scheduled"]);
    expect((await race.place.instance("a")).args).toEqual(to("ada", 1));
  });

  test("makes another run for a trigger that comes as the run is cancelled", async () => {
    const race = interrupted();
    await trigger(race.place, aJob(), "a", 1);
    const reason = { code: "cancelled", parameters: { by: null, note: null } } as const;
    race.before = async ({ store, instance }) =>
      store.instances.update([cancelWaiting(await instance("a"), START, reason)]);
    expect(await trigger(race.place, aJob(), "b", 2)).toBe("b created");
    expect(await states(race.place)).toEqual(["a Cancelled", "b Scheduled"]);
  });

  test("is due at the later time of two triggers that find the same run, with the arguments of the last write", async () => {
    const race = interrupted();
    await trigger(race.place, aJob(), "a", 1);
    race.before = async (place) => {
      const later = new InstanceCreator({ ...place, store: place.store.instances });
      await place.clock.advance(100);
      await trigger({ ...place, creator: later }, aJob(), "c", 3);
    };
    await trigger(race.place, aJob(), "b", 2);
    const { args, scheduledFor } = await race.place.instance("a");
    expect([args, scheduledFor]).toEqual([to("ada", 2), at(1100)]);
  });

  test.each<[string, Parameters<typeof aNewRun>[1]]>([
    ["a fire", { id: fireId("mail.send", START), trigger: { type: "cron", nominalTime: START } }],
    ["a delayed trigger", { dueAt: at(60_000) }],
    ["a re-run", { trigger: { type: "rerun", of: "run-0" } }],
  ])("neither delays %s nor folds it into another run", async (_what, overrides) => {
    const place = aPlace();
    await trigger(place, aJob(), "a", 1);
    const run = aNewRun(aJob(), { id: "b", args: to("ada", 2), ...overrides });
    const { instance, created } = await place.creator.createOne(run);
    expect([created, instance.scheduledFor]).toEqual([true, run.dueAt]);
    expect((await place.instance("a")).args).toEqual(to("ada", 1));
  });

  test("records a run that a workflow delivers, and gives its arguments to the one that waits", async () => {
    const place = aPlace();
    await trigger(place, aJob(), "a", 1);
    const carried = aNewRun(aJob(), { id: "b", args: to("ada", 2), carriedBy: "workflow-7" });
    const { instance } = await place.creator.createOne(carried);
    expect(instance).toMatchObject({
      id: "b",
      state: "Skipped",
      reason: { code: "debounced", parameters: { other: "a" } },
    });
    expect((await place.instance("a")).args).toEqual(to("ada", 2));
  });

  test("is debounced in each of its lanes by itself", async () => {
    const place = aPlace();
    const job = aJob({ uniqueKey: "", concurrencyKey: "args.to" });
    const runs = [to("ada", 1), to("bob", 2), to("ada", 3)].map((args, index) =>
      aNewRun(job, { id: `run-${index}`, args }),
    );
    const answers = await place.creator.create(runs);
    expect(answers.map(({ instance }) => instance.id)).toEqual(["run-0", "run-1", "run-0"]);
  });

  test("that became unique meanwhile, or was, is what it is now", async () => {
    const place = aPlace();
    await trigger(place, aJob(), "a", 1);
    expect(await trigger(place, aJob({ debounceMs: 0, unique: "existing" }), "b", 2)).toBe("b created");
    expect(await trigger(place, aJob({ unique: "existing" }), "c", 3)).toBe("b folded");
    expect(await trigger(place, aJob(), "d", 4)).toBe("a folded");
  });
});
