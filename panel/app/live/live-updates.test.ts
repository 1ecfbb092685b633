import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
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
        // Reads are stamped with it.
        vi.setSystemTime(now);
        timers = timers.filter((one) => one !== next);
        next.run();
        await Promise.resolve();
      }
      now = end;
      vi.setSystemTime(now);
    },
  };
}

interface Watched {
  readonly updates: LiveUpdates;
  readonly clock: ReturnType<typeof handClock>;
  readonly reads: string[];
  /** As a viewer does who moves the pointer. */
  use(): void;
  watch(operation: string, everyMs?: number): () => void;
}

function openUpdates(): Watched {
  const client = new QueryClient();
  const clock = handClock();
  const reads: string[] = [];
  let usedAt = clock.now();
  return {
    clock,
    reads,
    updates: new LiveUpdates({ client, clock, idleMs: () => clock.now() - usedAt }),
    use: () => {
      usedAt = clock.now();
    },
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

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

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
    watch("listRecentBars", 5000);
    await clock.advance(1000);
    updates.hear("instances");
    await clock.advance(3900);
    expect(reads).toEqual([]);
    await clock.advance(600);
    expect(reads).toEqual(["listRecentBars"]);
  });

  it("reads as often as the part of the page wants that wants it most often", async () => {
    const { updates, clock, reads, watch } = openUpdates();
    watch("getOverview");
    watch("getOverview", 60_000);
    await clock.advance(1000);
    updates.hear("instances");
    await clock.advance(600);
    expect(reads).toEqual(["getOverview"]);
  });

  it("reads seldom while nobody uses the page, and at once when somebody does again", async () => {
    const { updates, clock, reads, watch, use } = openUpdates();
    watch("listJobs");
    await clock.advance(60_000);
    for (let second = 0; second < 120; second += 1) {
      updates.hear("instances");
      await clock.advance(1000);
    }
    expect(reads.length).toBeLessThanOrEqual(6);
    const before = reads.length;
    updates.hear("instances");
    await clock.advance(2000);
    use();
    await clock.advance(600);
    expect(reads.length).toBe(before + 1);
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
