import type { OfferedAttempt } from "@mojob/core/engine";
import { describe, expect, it } from "vitest";
import { OfferedRuns } from "./offered-runs.ts";

describe("OfferedRuns", () => {
  it("takes each run once, waits for what is under way, and tries again what could not be written", async () => {
    const taken: string[] = [];
    const failing = new Set(["run-2"]);
    const executor = {
      offer: (attempts: readonly { instanceId: string; claim: string }[]) =>
        Promise.resolve(
          attempts.map((attempt) =>
            attempt.claim === "ended" ? null : { ...attempt, nextClaim: `next-${attempt.claim}` },
          ),
        ),
      resume: ({ instanceId }: OfferedAttempt) => {
        if (failing.delete(instanceId)) return Promise.reject(new Error("The store is unavailable"));
        taken.push(instanceId);
        return Promise.resolve(true);
      },
    };
    const offered = new OfferedRuns();
    const leases = ["a/run-1", "no-lease", "b/run-2", "ended/run-3"];
    expect(await offered.offer(executor, leases)).toEqual([
      { lease: "a/run-1", renewed: "next-a/run-1" },
      { lease: "b/run-2", renewed: "next-b/run-2" },
    ]);
    expect(taken).toEqual([]);
    const calls = [offered.take(executor), offered.take(executor)];
    const ends = await Promise.allSettled(calls);
    expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect([taken, offered.has("next-b/run-2")]).toEqual([["run-1"], true]);
    await offered.take(executor);
    await offered.take(executor);
    expect([taken, offered.has("next-b/run-2")]).toEqual([["run-1", "run-2"], false]);
  });
});
