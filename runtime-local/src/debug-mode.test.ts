import { defineTriggeredJob, type JobInstance, type SchedulerOptions } from "@mojob/core";
import { createFakeClock } from "@mojob/core/testing";
import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { afterEach, describe, expect, it } from "vitest";
import { connectScheduler } from "./connect-scheduler.ts";
import { type Embedded, startEmbedded } from "./embedded.ts";

const open: Embedded[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((embedded) => embedded.close()));
});

const DEBUG: SchedulerOptions = { triggeredDebugMode: true };

/** A store that is started over again and again, on a clock that stands still. */
function aPlace() {
  const clock = createFakeClock();
  const store = new MetadataStoreInMemoryProvider();
  const state = new StateStoreInMemory({ clock });
  const began: string[] = [];
  const warnings: string[] = [];
  const job = defineTriggeredJob({
    key: "mail.send",
    maxConcurrency: null,
    retryCount: 1,
    retryIntervalMs: 60_000,
    execute: (args, { trigger, attempt }) => {
      began.push(`${trigger.type} ${attempt}`);
      if (args === "fail") throw new Error("The server is unavailable");
    },
  });
  return {
    clock,
    store,
    state,
    began,
    warnings,
    async start(scheduler: SchedulerOptions, isShared = false) {
      const embedded = await startEmbedded({
        app: "mail",
        jobs: [job],
        store,
        state,
        clock,
        scheduler,
        isShared,
        onWarning: (warning) => void warnings.push(warning),
      });
      open.push(embedded);
      return {
        ...embedded,
        stop: async () => {
          open.splice(open.indexOf(embedded), 1);
          await embedded.close();
        },
      };
    },
    async run(id: string): Promise<Pick<JobInstance, "state" | "reason">> {
      const [instance] = await store.instances.get("default", [id]);
      if (!instance) throw new Error(`There is no run "${id}"`);
      return { state: instance.state, reason: instance.reason };
    },
  };
}

const HELD_BACK = { code: "debug_mode", parameters: { kind: "triggered" } };

describe("debug mode", () => {
  it("holds back runs of before that were delayed or wait for a retry, and not those asked for by hand", async () => {
    const place = aPlace();
    const first = await place.start({});
    const { instances } = first.scheduler;
    const delayed = await instances.trigger("mail.send", { delayMs: 30_000 });
    const byHand = await instances.trigger("mail.send", { delayMs: 30_000, manual: true });
    const failed = await instances.trigger("mail.send", { args: "fail" });
    const failedByHand = await instances.trigger("mail.send", { args: "fail", manual: true });
    await place.clock.advance(1000);
    await first.stop();

    place.began.length = 0;
    await place.start(DEBUG);
    await place.clock.advance(70_000);
    expect(await place.run(delayed.id)).toEqual({ state: "Skipped", reason: HELD_BACK });
    expect(await place.run(failed.id)).toEqual({ state: "Terminated", reason: HELD_BACK });
    expect(await place.run(byHand.id)).toMatchObject({ state: "Succeeded" });
    expect(await place.run(failedByHand.id)).toMatchObject({ state: "Terminated" });
    expect(place.began).toEqual(["code 1", "code 2"]);
  });

  it("calls off the retry of a run that fails after the mode came into force", async () => {
    const place = aPlace();
    const { scheduler, stop } = await place.start({});
    const run = await scheduler.instances.trigger("mail.send", { args: "fail", delayMs: 5000 });
    await place.state.set("mojob/default/debug-mode", { recurring: false, triggered: false });
    await place.clock.advance(4990);
    const waits = place.run(run.id);
    expect(await waits).toMatchObject({ state: "Scheduled" });
    await place.clock.advance(500);
    await place.state.set("mojob/default/debug-mode", { recurring: false, triggered: true });
    await place.clock.advance(61_000);
    expect(await place.run(run.id)).toEqual({ state: "Terminated", reason: HELD_BACK });
    await stop();
  });

  it("is said at the start, is the same for a process that only triggers, and ends with a start without it", async () => {
    const place = aPlace();
    const first = await place.start(DEBUG);
    expect(place.warnings).toEqual(['Debug mode is on: triggered jobs of tenant "default" run only by hand']);
    expect(await first.scheduler.debugMode()).toEqual({ recurring: false, triggered: true });
    const connecting = connectScheduler({ store: place.store, state: place.state, clock: place.clock });
    await place.clock.advance(2000);
    const other = await connecting;
    expect(await other.scheduler.instances.trigger("mail.send", {})).toMatchObject({ state: "Skipped" });
    expect((await other.scheduler.overview()).debugMode).toEqual({ recurring: false, triggered: true });
    await other.close();
    await first.stop();
    const second = await place.start({});
    expect(place.warnings[1]).toBe(
      'Debug mode is off again: triggered jobs of tenant "default" run by themselves',
    );
    expect(await second.scheduler.debugMode()).toEqual({ recurring: false, triggered: false });
  });
});
