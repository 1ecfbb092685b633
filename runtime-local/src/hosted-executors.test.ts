import { defineTriggeredJob, type JobContext, type MoJobScheduler } from "@mojob/core";
import type { HostedExecutor, HostedExecutorOptions } from "@mojob/core/engine";
import type { IMoWorkRunner } from "@mojob/core/ports";
import { afterEach, describe, expect, it } from "vitest";
import { type Embedded, startEmbedded } from "./embedded.ts";

const RUNTIME = { name: "python", version: "3.13" };

let embedded: Embedded | null = null;

afterEach(async () => {
  await embedded?.close();
});

async function start(): Promise<Embedded> {
  const own = defineTriggeredJob({ key: "shop.own", execute: () => "own" });
  embedded = await startEmbedded({ app: "shop", jobs: [own], inMemory: true, hooks: { onRunEnd: () => {} } });
  return embedded;
}

/** Runs handlers of a program elsewhere. */
function aRunner(
  handlers: readonly string[],
  run: (context: JobContext) => Promise<unknown>,
): IMoWorkRunner<JobContext> {
  return {
    kind: "code",
    handlers,
    canRun: ({ work }) => work.kind === "code" && handlers.includes(work.handler),
    run: ({ context }) => run(context),
  };
}

function open(
  { executorHost }: Embedded,
  options: Partial<HostedExecutorOptions> & Pick<HostedExecutorOptions, "runners">,
): Promise<HostedExecutor> {
  return executorHost().open({ app: "shop", runtime: RUNTIME, ...options });
}

async function define(scheduler: MoJobScheduler, key: string, app = "shop"): Promise<void> {
  await scheduler.jobs.create({ key, app, kind: "triggered", options: {} });
}

describe("an executor that is another program", () => {
  it("runs what it has the code of, beside the worker of its app, and reports the recorded end", async () => {
    const place = await start();
    const { scheduler } = place;
    const ends: string[] = [];
    const executor = await open(place, {
      runners: [aRunner(["shop.theirs"], ({ jobKey }) => Promise.resolve(`ran ${jobKey}`))],
      onSettled: ({ jobKey, outcome }) => ends.push(`${jobKey} ${outcome}`),
    });
    await define(scheduler, "shop.theirs");
    const runs = await Promise.all([scheduler.trigger("shop.own"), scheduler.trigger("shop.theirs")]);
    expect(await Promise.all(runs.map((run) => run.result()))).toEqual(["own", "ran shop.theirs"]);
    expect(ends).toEqual(["shop.theirs succeeded"]);
    const workers = await scheduler.workers();
    expect(workers.find(({ id }) => id === executor.id)).toMatchObject({
      app: "shop",
      runtime: "python",
      jobKeys: ["shop.theirs"],
    });
  });

  it("takes no more than it has room for, and goes on when that has grown", async () => {
    const place = await start();
    const { scheduler } = place;
    let room = 0;
    const started: string[] = [];
    const executor = await open(place, {
      runners: [
        aRunner(["shop.theirs"], ({ instanceId }) => {
          room -= 1;
          started.push(instanceId);
          return Promise.resolve(null);
        }),
      ],
      room: () => room,
    });
    await define(scheduler, "shop.theirs");
    const runs = [await scheduler.trigger("shop.theirs"), await scheduler.trigger("shop.theirs")];
    // The other worker of the app goes on meanwhile.
    await (await scheduler.trigger("shop.own")).result();
    expect(started).toEqual([]);
    room = 1;
    executor.changed();
    await runs[0]?.result();
    expect(started).toEqual([runs[0]?.id]);
    room = 1;
    executor.changed();
    await runs[1]?.result();
    expect(started).toHaveLength(2);
  });

  it("serves an app that has no worker in this process, from the runs that waited for it on", async () => {
    const place = await start();
    const { scheduler } = place;
    await define(scheduler, "mail.send", "mail");
    const run = await scheduler.trigger("mail.send");
    const executor = await open(place, {
      app: "mail",
      runners: [aRunner(["mail.send"], () => Promise.resolve("sent"))],
    });
    expect(await run.result()).toBe("sent");
    await executor.close(0);
    expect((await scheduler.workers()).map(({ app }) => app)).toEqual(["shop"]);
  });

  it("leaves what it had not begun to others when it drains", async () => {
    const place = await start();
    const { scheduler } = place;
    await define(scheduler, "shop.theirs");
    const first = await open(place, {
      runners: [aRunner(["shop.theirs"], () => Promise.resolve("first"))],
      room: () => 0,
    });
    const run = await scheduler.trigger("shop.theirs");
    await first.drain();
    expect(first.isDraining).toBe(true);
    await open(place, { runners: [aRunner(["shop.theirs"], () => Promise.resolve("second"))] });
    expect(await run.result()).toBe("second");
  });

  it("is refused once the scheduler is closed, and for a tenant that is not served", async () => {
    const place = await start();
    expect(() => place.executorHost("other")).toThrow(expect.objectContaining({ code: "invalid_argument" }));
    await place.close();
    await expect(open(place, { runners: [] })).rejects.toMatchObject({ code: "shutting_down" });
  });
});
