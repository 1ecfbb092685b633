import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import type { PanelClock } from "../time/clock.ts";
import { LiveUpdates } from "./live-updates.ts";

/** A clock that the test advances. */
function handClock(): PanelClock & { advance(ms: number): Promise<void> } {
  let now = 1_000_000;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    async advance(ms) {
      const end = now + ms;
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        now = next.at;
        timers = timers.filter((one) => one !== next);
        next.run();
        await Promise.resolve();
      }
      now = end;
    },
  };
}

interface Watched {
  readonly updates: LiveUpdates;
  readonly clock: ReturnType<typeof handClock>;
  readonly reads: string[];
  watch(operation: string, everyMs?: number): () => void;
}

function openUpdates(): Watched {
  const client = new QueryClient();
  const clock = handClock();
  const reads: string[] = [];
  return {
    clock,
    reads,
    updates: new LiveUpdates({ client, clock }),
    watch(operation, everyMs) {
      const queryKey = [operation, {}];
      client.setQueryData(queryKey, 0, { updatedAt: clock.now() });
      const observer = new QueryObserver(client, {
        queryKey,
        queryFn: () => {
          reads.push(operation);
          return reads.length;
        },
        staleTime: Number.POSITIVE_INFINITY,
        meta: { everyMs },
      });
      return observer.subscribe(() => {});
    },
  };
}

describe("LiveUpdates", () => {
  it("makes what an event concerns be read again, once for many, and nothing else", async () => {
    const { updates, clock, reads, watch } = openUpdates();
    watch("listJobs");
    watch("listWorkers");
    await clock.advance(10_000);
    for (let count = 0; count < 100; count += 1) updates.hear("instances");
    expect(reads).toEqual([]);
    await clock.advance(300);
    expect(reads).toEqual(["listJobs"]);
  });

  it("lets a costly read wait for its turn, and does not forget it", async () => {
    const { updates, clock, reads, watch } = openUpdates();
    watch("listRecentRuns", 5000);
    await clock.advance(1000);
    updates.hear("instances");
    await clock.advance(3900);
    expect(reads).toEqual([]);
    await clock.advance(600);
    expect(reads).toEqual(["listRecentRuns"]);
  });

  it("reads nothing without a listener, and nothing once it is closed", async () => {
    const { updates, clock, reads, watch } = openUpdates();
    watch("listWorkers")();
    await clock.advance(10_000);
    updates.hear("workers");
    await clock.advance(1000);
    watch("listJobs");
    await clock.advance(10_000);
    updates.hear("jobs");
    updates.close();
    await clock.advance(1000);
    expect(reads).toEqual([]);
  });
});
