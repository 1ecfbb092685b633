import type { JobContext } from "@mojob/core";
import type { HostedExecutor } from "@mojob/core/engine";
import type { RoutingOptions } from "@mojob/core/ports";
import { afterEach, describe, expect, it } from "vitest";
import { type Embedded, startEmbedded } from "./embedded.ts";

let embedded: Embedded | null = null;

afterEach(async () => {
  await embedded?.close();
});

/** Three executors of one app, and which of them ran each run. */
async function start(routing: Partial<RoutingOptions>) {
  const place = await startEmbedded({ app: "own", jobs: [], inMemory: true });
  embedded = place;
  const ranOn = new Map<string, string[]>();
  const room = { a: Infinity, b: Infinity, c: Infinity };
  const executors: Record<string, HostedExecutor> = {};
  for (const name of ["a", "b", "c"] as const) {
    executors[name] = await place.executorHost().open({
      app: "shop",
      runtime: { name: "python", version: "3.13" },
      worker: { name },
      room: () => room[name],
      runners: [
        {
          kind: "code",
          handlers: ["shop.sync"],
          canRun: () => true,
          run: ({ context }: { readonly context: JobContext }) => {
            ranOn.set(context.instanceId, [...(ranOn.get(context.instanceId) ?? []), name]);
            return Promise.resolve(name);
          },
        },
      ],
    });
  }
  const { scheduler } = place;
  await scheduler.jobs.create({
    key: "shop.sync",
    app: "shop",
    kind: "triggered",
    options: { maxConcurrency: null, routing },
  });
  const trigger = async (count: number, args: (index: number) => number) => {
    const requests = Array.from({ length: count }, (_, index) => ({ args: args(index) }));
    const started = await scheduler.instances.triggerMany("shop.sync", requests);
    return started.map(({ instance }) => instance?.id ?? "");
  };
  return { scheduler, executors, room, ranOn, trigger };
}

describe("runs that are routed", () => {
  it("go to one executor after the other", async () => {
    const { scheduler, trigger } = await start({ strategy: "round" });
    const results = await Promise.all((await trigger(300, () => 0)).map((id) => scheduler.result(id)));
    expect(["a", "b", "c"].map((name) => results.filter((result) => result === name).length)).toEqual([
      100, 100, 100,
    ]);
  });

  it("go to the same executor for equal arguments", async () => {
    const { scheduler, trigger } = await start({ strategy: "sticky", by: "args" });
    const ids = await trigger(200, (index) => index % 20);
    const results = await Promise.all(ids.map((id) => scheduler.result(id)));
    results.forEach((result, index) => expect(result).toBe(results[index % 20]));
    expect(new Set(results).size).toBeGreaterThan(1);
  });

  it("wait for their executor, and go to another one when it leaves: each is run once, and says which it did not go to", async () => {
    const { scheduler, executors, room, ranOn, trigger } = await start({ strategy: "first" });
    room.a = 0;
    const ids = await trigger(50, () => 0);
    const [waiting] = ids;
    expect((await scheduler.instances.get(waiting ?? "")).routing).toEqual({
      strategy: "first",
      executor: { id: executors["a"]?.id, name: "a" },
      refused: [],
    });
    await executors["a"]?.close(0);
    expect(new Set(await Promise.all(ids.map((id) => scheduler.result(id))))).toEqual(new Set(["b"]));
    for (const id of ids) {
      expect(ranOn.get(id)).toEqual(["b"]);
      expect((await scheduler.instances.get(id)).routing).toMatchObject({
        executor: { name: "b" },
        refused: [{ name: "a", why: "gone" }],
      });
    }
  });

  it("go to another executor once the first is drained", async () => {
    const { scheduler, executors, trigger } = await start({ strategy: "first" });
    const once = async (): Promise<unknown> => {
      const [id = ""] = await trigger(1, () => 0);
      return scheduler.result(id);
    };
    expect(await once()).toBe("a");
    await executors["a"]?.drain();
    expect(await once()).toBe("b");
  });
});
