import { defineTriggeredJob } from "@mojob/core";
import { createFakeClock } from "@mojob/core/testing";
import { FEATURES } from "@mojob/features";
import { afterEach, expect, it, vi } from "vitest";
import { startEmbedded } from "./embedded.ts";

afterEach(() => vi.restoreAllMocks());

it("a job that begins to fail says on the console why, as far as something is known, and once", async () => {
  const lines: string[] = [];
  vi.spyOn(console, "error").mockImplementation((line: string) => void lines.push(line));
  const clock = createFakeClock("2026-01-01T00:00:00Z");
  const frail = defineTriggeredJob({
    key: "frail",
    execute: (args) => {
      if (args !== "good") throw new Error("Disk full");
    },
  });
  const { scheduler, close } = await startEmbedded({ app: "shop", jobs: [frail], features: FEATURES, clock });
  const good = await scheduler.instances.trigger("frail", { args: "good" });
  await clock.advance(30_000);
  await scheduler.jobs.update("frail", { timeoutMs: 5000 }, 1);
  const bad = await scheduler.instances.trigger("frail", { args: "bad" });
  await clock.advance(30_000);
  await scheduler.instances.trigger("frail", { args: "bad" });
  await clock.advance(30_000);
  const why = lines.filter((line) => line.includes("Why"));
  expect(why).toHaveLength(1);
  expect(why[0]).toMatch(new RegExp(`^\\[mojob\\] Why job "frail" failed, run "${bad.id}": .*timeoutMs`));
  expect(why[0]).toContain(good.id);
  await close();
});
