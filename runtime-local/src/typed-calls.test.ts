import {
  defineRecurringJob,
  defineTriggeredJob,
  type JobRegistration,
  NonRetryableError,
  triggered,
  TriggeredJob,
  type TriggeredJobOptions,
} from "@mojob/core";
import { type AttemptEnd, type AttemptStart, stateJob } from "@mojob/core/engine";
import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { afterEach, describe, expect, test, vi } from "vitest";
import { connectScheduler } from "./connect-scheduler.ts";
import { type Embedded, startEmbedded } from "./embedded.ts";
import type { EmbeddedOptions } from "./embedded-options.ts";

const started: Embedded[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map(({ close }) => close()));
});

async function start(
  jobs: readonly JobRegistration[],
  options: Partial<EmbeddedOptions> = {},
): Promise<Embedded> {
  const embedded = await startEmbedded({ app: "mail", jobs, hooks: { onRunEnd: () => {} }, ...options });
  started.push(embedded);
  return embedded;
}

interface Mail {
  readonly to: string;
}

class SendMail extends TriggeredJob<Mail> {
  static override readonly options: TriggeredJobOptions<Mail> = { key: "mail.send" };
  override execute({ to }: Mail): { readonly sentTo: string } {
    return { sentTo: to };
  }
}

describe("scheduler.trigger()", () => {
  test("takes a class, a definition or a key, and resolves to what the job returned", async () => {
    const double = defineTriggeredJob({ key: "double", execute: (of: number) => of * 2 });
    const tick = defineRecurringJob({ key: "tick", execute: () => "ticked" });
    const { scheduler } = await start([triggered(SendMail), double, tick]);
    const sent = await scheduler.trigger(SendMail, { to: "ada" });
    expect((await sent.result()).sentTo).toBe("ada");
    expect(await (await scheduler.trigger(double, 21)).result()).toBe(42);
    expect(await (await scheduler.trigger(tick)).result()).toBe("ticked");
    const byText = await scheduler.trigger("double", 4, { idempotencyKey: "once" });
    expect(byText.id).toBe("double#once");
    expect(await scheduler.result("double#once")).toBe(8);
  });

  test("knows a class without a key by its app, also from inside a job, and says what to do where there is no app", async () => {
    class Cleanup extends TriggeredJob<null> {
      override execute(): string {
        return "clean";
      }
    }
    const night = defineTriggeredJob({
      key: "night",
      execute: async (_: unknown, { scheduler: own }) => (await own.trigger(Cleanup)).id,
    });
    const stores = { store: new MetadataStoreInMemoryProvider(), state: new StateStoreInMemory() };
    const { scheduler } = await start([triggered(Cleanup), night], { ...stores, onWarning: () => {} });
    const run = await scheduler.trigger(Cleanup);
    expect(run.instance.jobKey).toBe("mail.Cleanup");
    expect(await run.result()).toBe("clean");
    const inner = await (await scheduler.trigger(night)).result();
    expect((await scheduler.instances.get(inner)).jobKey).toBe("mail.Cleanup");
    const { registry } = scheduler;
    const ledger = registry.declare(stateJob(triggered(Cleanup), "ledger"), await registry.defaults());
    expect(await registry.register("ledger", [ledger])).toMatchObject([
      { key: "ledger.Cleanup", outcome: "registered" },
    ]);

    const connected = await connectScheduler(stores);
    await expect(connected.scheduler.trigger(Cleanup)).rejects.toThrow(
      'Cannot trigger job class "Cleanup": it states no key',
    );
    expect((await connected.scheduler.scoped("mail").trigger(Cleanup)).instance.jobKey).toBe("mail.Cleanup");
    await connected.close();
  });

  test("rejects the result of a run that failed, was skipped or was cancelled, and says why", async () => {
    const broken = defineTriggeredJob({
      key: "broken",
      execute: () => Promise.reject(new Error("No such account")),
    });
    const { scheduler } = await start([broken, triggered(SendMail)], {
      scheduler: { triggeredDebugMode: true },
    });
    const failed = await scheduler.trigger(broken, null, { manual: true });
    await expect(failed.result()).rejects.toMatchObject({
      code: "run_failed",
      message: `Run "${failed.id}" of job "broken" ended as Terminated: No such account`,
      cause: { code: "job_error" },
    });
    const skipped = await scheduler.trigger(SendMail, { to: "ada" });
    await expect(skipped.result()).rejects.toMatchObject({ code: "run_skipped" });
    const delayed = await scheduler.trigger(SendMail, { to: "ada" }, { delayMs: 60_000, manual: true });
    await delayed.cancel({ reason: "not needed" });
    await expect(delayed.result()).rejects.toMatchObject({ code: "cancelled" });
    expect((await scheduler.ended(delayed.id)).state).toBe("Cancelled");
  });

  test("gives up waiting at the deadline and lets the run go on", async () => {
    const slow = defineTriggeredJob({
      key: "slow",
      execute: (_: unknown, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    });
    const { scheduler } = await start([slow]);
    const run = await scheduler.trigger(slow);
    await expect(run.result({ timeoutMs: 20 })).rejects.toMatchObject({ code: "timeout" });
    expect((await scheduler.instances.get(run.id)).state).toBe("Processing");
    await run.cancel();
  });
});

describe("context.scheduler", () => {
  test("lets a job start another one and wait for it", async () => {
    const parent = defineTriggeredJob({
      key: "parent",
      async execute(names: readonly string[], { scheduler, instanceId }) {
        const runs = names.map((to) =>
          scheduler.trigger(SendMail, { to }, { idempotencyKey: `${instanceId}/${to}` }),
        );
        const results = await Promise.all(runs.map(async (run) => (await run).result()));
        return results.map(({ sentTo }) => sentTo);
      },
    });
    class SendMany extends SendMail {
      static override readonly options: TriggeredJobOptions<Mail> = {
        key: "mail.send",
        maxConcurrency: null,
      };
    }
    const { scheduler } = await start([parent, triggered(SendMany)]);
    const run = await scheduler.trigger(parent, ["ada", "grace"]);
    expect(await run.result()).toEqual(["ada", "grace"]);
  });
});

describe("hooks", () => {
  test("are called before the code of each attempt and after its end was recorded", async () => {
    const calls: (AttemptStart | AttemptEnd)[] = [];
    const thrown = new Error("No connection");
    const flaky = defineTriggeredJob({
      key: "flaky",
      retryCount: 1,
      execute: (_: unknown, { attempt }) => (attempt === 1 ? Promise.reject(thrown) : "done"),
    });
    const hooks = {
      onRunStart: (attempt: AttemptStart) => calls.push(attempt),
      onRunEnd: (attempt: AttemptEnd) => calls.push(attempt),
    };
    const { scheduler } = await start([flaky], { hooks });
    const run = await scheduler.trigger(flaky);
    expect(await run.result()).toBe("done");
    await expect.poll(() => calls).toHaveLength(4);
    expect(calls).toMatchObject([
      { jobKey: "flaky", instanceId: run.id, attempt: 1, trigger: { type: "code" } },
      { attempt: 1, outcome: "failed", error: thrown, failure: { message: "No connection" } },
      { attempt: 2 },
      { attempt: 2, outcome: "succeeded", failure: null, retryAt: null },
    ]);
    expect((calls[1] as AttemptEnd).retryAt).toBeInstanceOf(Date);
  });

  test("that throw or reject are reported, and the run does not notice", async () => {
    const errors: unknown[] = [];
    const { scheduler } = await start([triggered(SendMail)], {
      hooks: {
        onRunStart: () => {
          throw new Error("start");
        },
        onRunEnd: () => Promise.reject(new Error("end")),
      },
      onError: (error) => errors.push(error),
    });
    const run = await scheduler.trigger(SendMail, { to: "ada" });
    expect(await run.result()).toEqual({ sentTo: "ada" });
    await expect.poll(() => errors.map(String)).toEqual(["Error: start", "Error: end"]);
  });

  test("by default make a failure one line on stderr", async () => {
    const lines = vi.spyOn(console, "error").mockImplementation(() => {});
    try {
      const broken = defineTriggeredJob({
        key: "broken",
        retryCount: 5,
        execute: () => Promise.reject(new NonRetryableError("No such account\nat all")),
      });
      const { scheduler } = await start([broken], { hooks: {} });
      const run = await scheduler.trigger(broken);
      await scheduler.ended(run.id);
      await expect.poll(() => lines.mock.calls.length).toBeGreaterThan(0);
      expect(lines.mock.calls).toEqual([
        [`[mojob] Job "broken" failed, run "${run.id}", attempt 1, no retry follows: No such account`],
      ]);
    } finally {
      lines.mockRestore();
    }
  });
});
