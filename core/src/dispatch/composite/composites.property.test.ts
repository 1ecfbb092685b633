import fc from "fast-check";
import { expect, test } from "vitest";
import { aDefinition, anInstance, START } from "@mojob/test-fixtures/records";
import { createWorld, type World } from "@mojob/test-fixtures/world";
import { beginBroadcast } from "../../model/broadcast/begin-broadcast.ts";
import { jointChange } from "../../model/broadcast/joint-state.ts";
import { BROADCAST } from "../../model/broadcast/broadcast.ts";
import { partIds } from "../../model/composite/run-part.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import { isTerminal, type JobState } from "../../model/instance/job-state.ts";
import {
  begin,
  cancelRunning,
  fail,
  requestCancel,
  skip,
  succeed,
} from "../../model/instance/transitions.ts";
import { cancelled } from "../../model/reason.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";
import { Composites } from "./composites.ts";

const SHARDS = 3;

/** A process that dies at one of its writes: before it or after it. */
interface Death {
  readonly inWrites: number;
  readonly isBefore: boolean;
}

const death = fc.record({ inWrites: fc.nat(3), isBefore: fc.boolean() });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("settle" as const), death }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("settle together" as const), count: fc.nat(3) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("end" as const),
      shard: fc.nat(SHARDS - 1),
      as: fc.constantFrom<JobState>("Succeeded", "Succeeded", "Succeeded", "Terminated", "Skipped"),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: "cancel" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "retain" as const }) },
);

class Died extends Error {}

function shardIds(broadcast: JobInstance): Promise<readonly string[]> {
  return partIds(broadcast.id, BROADCAST.partsOf(broadcast));
}

async function aBroadcast(): Promise<World> {
  const world = createWorld();
  await world.define(aDefinition({ options: { routing: { strategy: "broadcast" } } }));
  await world.store.instances.insert([anInstance({ id: "b", uniqueKey: "mail.send|" })]);
  const executors = Array.from({ length: SHARDS }, (_, index) => ({ id: `w${index}`, name: `w${index}` }));
  const attempt = { tenant: "default", id: "b", attempt: 1, claim: "c", worker: "w0" };
  const change = beginBroadcast(attempt, START, 0, executors);
  await world.store.instances.admit([{ change, lane: "mail.send", limit: null }]);
  return world;
}

function aProcess(world: World, { inWrites, isBefore }: Death = { inWrites: Infinity, isBefore: false }) {
  let left = inWrites;
  const { instances } = world.store;
  const dying = async <Answer>(write: () => Promise<Answer>): Promise<Answer> => {
    if (left <= 0 && isBefore) throw new Died();
    const answer = await write();
    if ((left -= 1) < 0) throw new Died();
    return answer;
  };
  const store: Pick<IMoInstanceStore, "get" | "insert" | "update"> = {
    get: (...of) => instances.get(...of),
    insert: (records) => dying(() => instances.insert(records)),
    update: (changes) => dying(() => instances.update(changes)),
  };
  const composites = new Composites({ ...world, tenant: "default", store });
  return async (): Promise<boolean> => {
    try {
      await composites.settle([await world.instance("b")]);
      return true;
    } catch (error) {
      if (!(error instanceof Died)) throw error;
      return false;
    }
  };
}

async function end(world: World, id: string, as: JobState): Promise<void> {
  const { instances } = world.store;
  const [run] = await instances.get("default", [id]);
  if (!run || isTerminal(run.state)) return;
  const attempt = { tenant: "default", id, attempt: 1, claim: id, worker: "w" };
  if (as === "Skipped" && run.state === "Enqueued") {
    await instances.update([skip(attempt, START, { code: "job_full", parameters: { limit: 1 } })]);
    return;
  }
  if (run.state === "Enqueued")
    await instances.admit([{ change: begin(attempt, START, 0), lane: run.lane, limit: 1 }]);
  const over = { next: "terminate", reason: { code: "no_retries" } } as const;
  await instances.update([
    as === "Terminated"
      ? fail(attempt, START, { code: "job_error", message: "It broke" }, over, null)
      : succeed(attempt, START, id, null, null),
    // Where a cancel was asked for, neither was written.
    cancelRunning(attempt, START, cancelled(), null),
  ]);
}

function jointState(ends: readonly (JobState | undefined)[], isCancelled: boolean): JobState {
  if (isCancelled) return "Cancelled";
  if (ends.every((state) => state === "Skipped")) return "Skipped";
  return ends.every((state) => state === "Succeeded") ? "Succeeded" : "Terminated";
}

test("whatever processes die, each shard is created once and ends once, and the broadcast ends as they do", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const world = await aBroadcast();
      const ids = await shardIds(await world.instance("b"));
      const ends = new Map<string, JobState>();
      const settle = aProcess(world);
      /** Ends are told to followers at least once before retention may remove the runs. */
      const note = async (): Promise<readonly JobInstance[]> => {
        const runs = await world.instances();
        for (const { id, state, history } of runs) {
          if (id === "b" || !isTerminal(state)) continue;
          expect(ends.get(id) ?? state).toBe(state);
          expect(history.filter(({ to }) => isTerminal(to))).toHaveLength(1);
          ends.set(id, state);
        }
        return runs;
      };
      for (const one of steps) {
        if (one.do === "settle") await aProcess(world, one.death)();
        else if (one.do === "settle together")
          await Promise.all(Array.from({ length: one.count }, () => aProcess(world)()));
        else if (one.do === "end") await end(world, ids[one.shard] ?? "", one.as);
        else if (one.do === "cancel") {
          const broadcast = await world.instance("b");
          if (broadcast.state === "Processing")
            await world.store.instances.update([requestCancel(broadcast, START, cancelled())]);
        } else if ((await settle()) && (await world.instance("b")).state === "Processing") {
          await note();
          const sweep = { jobKey: "mail.send", keep: 0, keepSkipped: 0, endedBefore: START, limit: 10 };
          await world.store.retention.sweep({ tenant: "default", ...sweep });
        }
        await note();
      }
      await settle();
      for (const id of ids) if (!ends.has(id)) await end(world, id, "Succeeded");
      await settle();
      await note();
      const broadcast = await world.instance("b");
      const joint = ids.map((id) => ends.get(id));
      expect(broadcast.routing?.shards?.map(({ ended }) => ended)).toEqual(joint);
      expect(broadcast.state).toBe(jointState(joint, broadcast.cancelRequestedAt !== null));
      const handed = world.bus.requests.map(({ instanceId }) => instanceId);
      expect(new Set(handed).size).toBe(handed.length);
    }),
    { numRuns: 400 },
  );
});

test("a cancel reaches the shards that run, those that wait and those that do not exist yet", async () => {
  for (const isBegun of [true, false]) {
    const world = await aBroadcast();
    const ids = await shardIds(await world.instance("b"));
    const settle = aProcess(world);
    if (isBegun) {
      await settle();
      const attempt = { tenant: "default", id: ids[0] ?? "", attempt: 1, claim: "c", worker: "w0" };
      await world.store.instances.admit([
        { change: begin(attempt, START, 0), lane: "mail.send|shard|0", limit: 1 },
      ]);
    }
    await world.store.instances.update([requestCancel(await world.instance("b"), START, cancelled("ada"))]);
    await settle();
    const shards = await Promise.all(ids.map((id) => world.instance(id)));
    expect(shards.map(({ state }) => state)).toEqual([
      isBegun ? "Processing" : "Cancelled",
      "Cancelled",
      "Cancelled",
    ]);
    const by = { parameters: { by: "ada" } };
    expect(shards.map(({ cancelReason }) => cancelReason)).toMatchObject([by, by, by]);
    expect((await world.instance("b")).state).toBe(isBegun ? "Processing" : "Cancelled");
    expect(world.bus.requests).toHaveLength(isBegun ? 3 : 0);
  }
});

test("what was decided from a record that has been written since is not written", async () => {
  const world = await aBroadcast();
  const { instances } = world.store;
  const [first = "", second = "", third = ""] = await shardIds(await world.instance("b"));
  const settle = aProcess(world);
  await settle();
  await end(world, first, "Succeeded");
  const late = jointChange(
    await world.instance("b"),
    await instances.get("default", [first, second, third]),
    START,
  );
  await end(world, second, "Succeeded");
  await settle();
  expect(late && (await instances.update([late]))).toEqual([false]);
  const noted = (await world.instance("b")).routing?.shards?.map(({ ended }) => ended);
  expect(noted).toEqual(["Succeeded", "Succeeded", undefined]);
});
