import { describe, expect, test } from "vitest";
import { aRunningInstance, START } from "@mojob/test-fixtures/records";
import { createWorld, type World } from "@mojob/test-fixtures/world";
import { requestCancel } from "../../model/instance/transitions.ts";
import { cancelled } from "../../model/reason.ts";
import { type ReachedAttempt, RunningAttempts } from "./running-attempts.ts";

interface Place extends World {
  readonly attempts: RunningAttempts;
  /** Says that a run has begun on this worker. */
  begin(id: string): void;
  /** Says that a run has been settled. */
  settle(id: string): void;
  /** Runs and what ended them, in order. */
  readonly ended: string[];
}

/** A worker on which these of the runs `run-1` to `run-3` are under way. */
async function aPlace(...running: readonly string[]): Promise<Place> {
  const world = createWorld();
  await world.store.instances.insert(["run-1", "run-2", "run-3"].map((id) => aRunningInstance({ id })));
  const ended: string[] = [];
  const attempts = new RunningAttempts({ tenant: "default", app: "mail", store: world.store });
  const known = new Map<string, ReachedAttempt>();
  const begin = (id: string): void => {
    const attempt = {
      instanceId: id,
      token: `claim/${id}`,
      longestLeftMs: 0,
      noteBlocked: () => {},
      abort: (code: string) => void ended.push(`${id} ${code}`),
      fail: (error: unknown) => void ended.push(`${id} ${String(error)}`),
    };
    attempts.add(attempt);
    known.set(id, attempt);
    attempts.endIfCancelled(attempt);
  };
  for (const id of running) begin(id);
  await attempts.start();
  const settle = (id: string): void => {
    const attempt = known.get(id);
    if (attempt) attempts.delete(attempt);
  };
  return { ...world, attempts, begin, settle, ended };
}

async function cancel({ store, clock }: World, id: string): Promise<void> {
  await store.instances.update([requestCancel(aRunningInstance({ id }), START, cancelled())]);
  await clock.settle();
}

describe("RunningAttempts", () => {
  test("ends a cancelled run of its worker at once", async () => {
    const place = await aPlace("run-1", "run-2");
    await cancel(place, "run-2");
    await cancel(place, "run-3");
    expect(place.ended).toEqual(["run-2 cancelled"]);
    await place.attempts.close();
  });

  test("keeps a cancel of a run that is not known yet, and ends it once it has begun", async () => {
    const place = await aPlace();
    await cancel(place, "run-1");
    expect(place.ended).toEqual([]);
    for (const id of ["run-1", "run-2", "run-1"]) place.begin(id);
    expect(place.ended).toEqual(["run-1 cancelled"]);
    await place.attempts.close();
  });

  test("keeps the latest thousand of them", async () => {
    const place = await aPlace();
    const many = Array.from({ length: 1001 }, (_, index) => aRunningInstance({ id: `many-${index}` }));
    await place.store.instances.insert(many);
    await place.store.instances.update(many.map((run) => requestCancel(run, START, cancelled())));
    await place.clock.settle();
    for (const id of ["many-0", "many-1", "many-1000"]) place.begin(id);
    expect(place.ended).toEqual(["many-1 cancelled", "many-1000 cancelled"]);
    await place.attempts.close();
  });

  test("ends what is under way and nothing that was settled", async () => {
    const place = await aPlace("run-1", "run-2");
    place.settle("run-1");
    expect(place.attempts.failEscaped("claim/run-1", "late")).toBe(false);
    expect(place.attempts.failEscaped("claim/run-2", "escaped")).toBe(true);
    place.attempts.abortForShutdown();
    expect(place.ended).toEqual(["run-2 escaped", "run-2 worker_shutdown"]);
    await place.attempts.close();
  });

  test("receives nothing once it is closed", async () => {
    const place = await aPlace("run-1");
    await place.attempts.close();
    await cancel(place, "run-1");
    expect([place.ended, place.clock.pending]).toEqual([[], 0]);
  });
});
