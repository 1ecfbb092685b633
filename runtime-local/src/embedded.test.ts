import { aDefinition, anInstance as anyInstance } from "@mojob/contract-tests";
import {
  defineRecurringJob,
  defineTriggeredJob,
  type JobInstance,
  type JobRegistration,
  recurring,
  RecurringJob,
} from "@mojob/core";
import { runsEndedTopic } from "@mojob/core/engine";
import { createFakeClock, type FakeClock } from "@mojob/core/testing";
import { EventBusInMemory, MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EmbeddedOptions } from "./embedded-options.ts";
import { type Embedded, startEmbedded } from "./embedded.ts";

let clock: FakeClock;
let store: MetadataStoreInMemoryProvider;
let state: StateStoreInMemory;
let errors: unknown[];
const started: Embedded[] = [];

beforeEach(() => {
  clock = createFakeClock();
  store = new MetadataStoreInMemoryProvider();
  state = new StateStoreInMemory({ clock });
  errors = [];
});

afterEach(async () => {
  for (const embedded of started.splice(0)) await closed(embedded);
});

/** A run that an earlier process left a minute ago. */
function anInstance(overrides: Partial<JobInstance>): JobInstance {
  return anyInstance({ createdAt: new Date(clock.now().getTime() - 60_000), ...overrides });
}

async function start(
  jobs: readonly JobRegistration[],
  options: Partial<EmbeddedOptions> = {},
): Promise<Embedded> {
  const onError = (error: unknown): void => void errors.push(error);
  const embedded = await startEmbedded({ app: "billing", jobs, store, state, clock, onError, ...options });
  started.push(embedded);
  return embedded;
}

/** Closes while time goes on. */
async function closed(embedded: Embedded): Promise<void> {
  const progress = { isDone: false };
  const closing = embedded.close().finally(() => {
    progress.isDone = true;
  });
  while (!progress.isDone) await clock.advance(1000);
  await closing;
}

async function find(id: string): Promise<JobInstance> {
  const [instance] = await store.instances.get("default", [id]);
  if (!instance) throw new Error(`There is no run "${id}"`);
  return instance;
}

describe("an embedded scheduler that starts over the store of one that died", () => {
  const send = (options: Partial<Parameters<typeof defineTriggeredJob>[0]> = {}): JobRegistration =>
    defineTriggeredJob({
      key: "billing.send-invoice",
      maxConcurrency: null,
      execute: () => "sent",
      ...options,
    });

  it("runs what was Enqueued, and what became due meanwhile", async () => {
    const past = new Date(clock.now().getTime() - 60_000);
    await store.instances.insert([
      anInstance({ id: "enqueued" }),
      anInstance({ id: "due", state: "Scheduled", scheduledFor: past, enqueuedAt: null }),
    ]);
    await start([send()]);
    await clock.advance(0);
    expect([(await find("enqueued")).state, (await find("due")).state]).toEqual(["Succeeded", "Succeeded"]);
  });

  it("keeps no ends for subscribers that may never come", async () => {
    const bus = new EventBusInMemory({ clock });
    await store.instances.insert([anInstance({ id: "enqueued" })]);
    await start([send()], { bus });
    await clock.advance(0);
    expect((await find("enqueued")).state).toBe("Succeeded");
    const kept: unknown[] = [];
    await bus.subscribe(runsEndedTopic("default"), (events) => void kept.push(...events), { group: "late" });
    await clock.settle();
    expect(kept).toEqual([]);
  });

  it("waits for what is due later", async () => {
    const scheduledFor = new Date(clock.now().getTime() + 60_000);
    await store.instances.insert([
      anInstance({ id: "later", state: "Scheduled", scheduledFor, enqueuedAt: null }),
    ]);
    await start([send()]);
    await clock.advance(59_999);
    expect((await find("later")).state).toBe("Scheduled");
    await clock.advance(1);
    expect((await find("later")).state).toBe("Succeeded");
  });

  /** A run that was Processing, in the only slot, when its process died. */
  async function leaveRunning(id: string, retryCount: number): Promise<void> {
    await store.instances.insert([
      anInstance({
        id,
        state: "Processing",
        attempt: 1,
        retryCount,
        worker: "gone",
        claim: "old",
        slot: 0,
        startedAt: clock.now(),
      }),
    ]);
  }

  it("settles what was Processing as Failed, retries it where retries are left, and its place is free", async () => {
    await leaveRunning("running", 1);
    await start([send({ retryCount: 1, maxConcurrency: 1 })]);
    await clock.advance(0);
    const run = await find("running");
    expect(run).toMatchObject({ state: "Succeeded", attempt: 2, slot: null, result: "sent" });
    expect(run.history.map(({ to }) => to)).toEqual(["Processing", "Failed", "Processing", "Succeeded"]);
    expect(run.history[1]?.reason).toMatchObject({
      code: "attempt_failed",
      parameters: { failure: { code: "worker_lost" } },
    });
  });

  it("ends what was Processing as Terminated where no retries are left", async () => {
    await leaveRunning("running", 0);
    await start([send()]);
    await clock.advance(0);
    const run = await find("running");
    expect(run).toMatchObject({ state: "Terminated", slot: null, error: { code: "worker_lost" } });
  });

  it("goes on waiting for the retry of a Failed run", async () => {
    const retryAt = new Date(clock.now().getTime() + 30_000);
    await store.instances.insert([
      anInstance({ id: "failed", state: "Failed", attempt: 1, retryCount: 2, retryAt }),
    ]);
    await start([send({ retryCount: 2, retryIntervalMs: 60_000 })]);
    await clock.advance(29_000);
    expect((await find("failed")).state).toBe("Failed");
    await clock.advance(1000);
    expect(await find("failed")).toMatchObject({ state: "Succeeded", attempt: 2 });
  });

  it("gets through more runs than one look takes", async () => {
    const left = Array.from({ length: 1000 }, (_, index) => anInstance({ id: `left-${index}` }));
    await store.instances.insert(left);
    await start([send()]);
    await clock.advance(0);
    const states = new Set(
      (
        await store.instances.get(
          "default",
          left.map(({ id }) => id),
        )
      ).map((run) => run?.state),
    );
    expect([...states]).toEqual(["Succeeded"]);
  });

  it("leaves alone what this process has no code for", async () => {
    const foreign = { app: "mail", key: "mail.send" };
    await store.definitions.register([aDefinition(foreign)]);
    await store.instances.insert([anInstance({ id: "foreign", app: "mail", jobKey: "mail.send" })]);
    await start([send()]);
    await clock.advance(60_000);
    expect((await find("foreign")).state).toBe("Enqueued");
    expect(errors).toEqual([]);
  });

  it("makes up for the fires that were missed", async () => {
    const tick = defineRecurringJob({ key: "tick", cron: "0 * * * * *", execute: () => {} });
    const first = await start([tick]);
    await clock.advance(60_000);
    await closed(first);
    await clock.advance(620_000);
    await start([tick]);
    await clock.advance(0);
    const { items } = await store.queries.list({ tenant: "default" }, { limit: 100 });
    const told = items.map(({ state, missed }) => [state, missed?.count ?? null]);
    expect(told).toEqual([
      ["Succeeded", null],
      ["Skipped", 9],
      ["Succeeded", null],
    ]);
  });
});

describe("starting an embedded scheduler", () => {
  const job = defineTriggeredJob({ key: "work", execute: () => {} });

  it("is refused while another one runs on the same store", async () => {
    await start([job]);
    const second = start([job]).catch((error: unknown) => error);
    await clock.advance(15_000);
    expect(await second).toMatchObject({ code: "lock_held" });
  });

  it("that is refused for its jobs lets go of the store", async () => {
    const broken = defineRecurringJob({ key: "broken", cron: "every day", execute: () => {} });
    await expect(start([broken])).rejects.toMatchObject({ code: "invalid_cron" });
    await start([job]);
    expect(await store.definitions.getMany("default", ["broken"])).toEqual([]);
  });

  it("that lacks what a job injects is refused by name, and lets go of the store", async () => {
    class Bill extends RecurringJob {
      static readonly inject: readonly ["ledger"] = ["ledger"];
      readonly ledger: unknown;
      constructor(ledger: unknown) {
        super();
        this.ledger = ledger;
      }
      override execute(): void {}
    }
    const options = { app: "billing", jobs: [recurring(Bill)], store, state, clock };
    await expect(startEmbedded(options)).rejects.toMatchObject({ code: "invalid_configuration" });
    await expect(startEmbedded({ ...options, container: new Map() })).rejects.toMatchObject({
      code: "invalid_configuration",
      message: 'Cannot inject ledger of "Bill": the container does not provide it',
    });
    const started = await startEmbedded({ ...options, container: new Map([["ledger", "open"]]) });
    await started.close();
  });

  it("has its own job where its key is another app's job's, and says how that is stored", async () => {
    const jobOf = (app: string): JobRegistration =>
      defineTriggeredJob({ key: "report", execute: () => `of ${app}` });
    const warnings: string[] = [];
    const onWarning = (warning: string): void => void warnings.push(warning);
    const resultOf = async ({ trigger }: Embedded["scheduler"]): Promise<unknown> => {
      const run = await trigger("report");
      await clock.advance(1000);
      return run.result();
    };
    const billing = await start([jobOf("billing")], { onWarning });
    expect(await resultOf(billing.scheduler)).toBe("of billing");
    await closed(billing);
    expect(warnings).toEqual([]);
    const mail = await start([jobOf("mail")], { app: "mail", onWarning });
    expect(warnings).toEqual([
      'Job "report" is stored as "mail/report", because another app has a job of this key',
    ]);
    expect(await resultOf(mail.scheduler)).toBe("of mail");
    expect(await resultOf(mail.scheduler.scoped("mail"))).toBe("of mail");
    expect((await mail.scheduler.scoped("mail").jobs.get("report")).definition.key).toBe("mail/report");
  });

  it("warns of a key that a minifier would rename, and of stored options that differ", async () => {
    const warnings: string[] = [];
    const onWarning = (warning: string): void => void warnings.push(warning);
    await closed(await start([defineTriggeredJob({ key: "work", retryCount: 1, execute: () => {} })]));
    await start([job], { onWarning });
    expect(warnings).toEqual(['Job "work" runs with stored options that differ from the code: retryCount']);
  });
});

describe("closing an embedded scheduler", () => {
  /** A job whose run waits until the test releases it or its signal aborts. */
  function gated(): {
    readonly job: JobRegistration;
    readonly letGo: () => void;
    readonly reasons: unknown[];
  } {
    const gate = Promise.withResolvers<string>();
    const reasons: unknown[] = [];
    const job = defineTriggeredJob({
      key: "gated",
      execute: (_, { signal }) => {
        signal.addEventListener("abort", () => {
          reasons.push(signal.reason);
          gate.reject(signal.reason);
        });
        return gate.promise;
      },
    });
    return { job, letGo: () => gate.resolve("done"), reasons };
  }

  it("lets a run finish within the grace, and fires and takes nothing meanwhile", async () => {
    const { job, letGo } = gated();
    const tick = defineRecurringJob({ key: "tick", cron: "* * * * * *", execute: () => {} });
    const embedded = await start([job, tick], { shutdownGraceMs: 30_000 });
    const { id } = await embedded.scheduler.instances.trigger("gated", {});
    await clock.advance(500);
    const closing = embedded.close();
    await clock.advance(10_000);
    expect((await find(id)).state).toBe("Processing");
    letGo();
    await clock.advance(1000);
    await closing;
    expect(await find(id)).toMatchObject({ state: "Succeeded", result: "done" });
    const { items } = await store.queries.list({ tenant: "default", jobKey: "tick" }, { limit: 100 });
    expect(items).toEqual([]);
  });

  it("asks a run to end once the grace is over, and settles it", async () => {
    const { job, reasons } = gated();
    const embedded = await start([job], { shutdownGraceMs: 5000 });
    const { id } = await embedded.scheduler.instances.trigger("gated", {});
    await clock.settle();
    await closed(embedded);
    expect(reasons).toMatchObject([{ code: "worker_shutdown" }]);
    expect(await find(id)).toMatchObject({ state: "Terminated", error: { code: "worker_shutdown" } });
  });

  it("settles a run that ignores its signal", async () => {
    const deaf = defineTriggeredJob({ key: "deaf", execute: () => new Promise(() => {}) });
    const embedded = await start([deaf], { shutdownGraceMs: 1000 });
    const { id } = await embedded.scheduler.instances.trigger("deaf", {});
    await clock.settle();
    await closed(embedded);
    expect(await find(id)).toMatchObject({ state: "Terminated", slot: null });
  });

  it("leaves no timer behind, and twice is once", async () => {
    const tick = defineRecurringJob({ key: "tick", cron: "* * * * * *", execute: () => {} });
    const embedded = await start([tick]);
    await clock.advance(5000);
    await Promise.all([closed(embedded), embedded.close()]);
    expect(clock.pending).toBe(0);
    expect(errors).toEqual([]);
  });

  it("happens by itself when another process has taken the store over", async () => {
    const losses: unknown[] = [];
    const tick = defineRecurringJob({ key: "tick", cron: "* * * * * *", execute: () => {} });
    await start([tick], { onLockLost: (error) => losses.push(error) });
    await clock.advance(1500);
    // What a lease that ran out while this process stood still looks like afterwards.
    state.acquireLease = () => Promise.resolve(null);
    await clock.advance(10_000);
    expect(losses).toMatchObject([{ code: "lock_held" }]);
    const { items } = await store.queries.list({ tenant: "default", jobKey: "tick" }, { limit: 100 });
    await clock.advance(10_000);
    const later = await store.queries.list({ tenant: "default", jobKey: "tick" }, { limit: 100 });
    expect(later.items).toHaveLength(items.length);
  });
});

describe("a job whose code is no longer there", () => {
  it("does not fire after a restart, and fires again once its code is back", async () => {
    const tick = defineRecurringJob({ key: "tick", cron: "* * * * * *", execute: () => null });
    const other = defineTriggeredJob({ key: "other", execute: () => null });
    const count = async (): Promise<number> =>
      store.queries.count({ tenant: "default", jobKey: "tick" }, 1000);
    await (await start([tick, other])).close();
    const left = await start([other]);
    const before = await count();
    await clock.advance(6000);
    expect(await count()).toBe(before);
    expect((await left.scheduler.jobs.get("tick")).definition.inCode).toBe(false);
    await left.close();
    await start([tick, other]);
    await clock.advance(3000);
    expect(await count()).toBeGreaterThan(before);
  });
});
