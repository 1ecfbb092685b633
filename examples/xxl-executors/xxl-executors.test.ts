import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { XxlClient } from "@mojob/test-services/xxl-clients";
import { describe, it } from "vitest";
import { StoryPlace } from "./story-place.ts";

/** How long the scheduler is away. `XXL_OUTAGE_MS=40000 npx vitest run examples/xxl-executors` takes a minute more. */
const OUTAGE_MS = Number(process.env["XXL_OUTAGE_MS"] ?? 0);

interface Story {
  readonly clients: readonly XxlClient[];
  /** Whether a client still brings a result that it had while the scheduler was away. */
  readonly resends: boolean;
}

/** Two nodes of an app each: Java's are of two versions of the protocol. */
const STORIES: readonly (readonly [string, Story])[] = [
  // It sends again each 30 s, without end.
  ["Java", { clients: ["java 2", "java 3"], resends: OUTAGE_MS >= 30_000 }],
  ["Go", { clients: ["go", "go"], resends: false }],
  // It sends three times, 5 s apart.
  ["Python", { clients: ["python", "python"], resends: OUTAGE_MS <= 5000 }],
];

describe.concurrent("executors of XXL-JOB as they are", () => {
  it.for(STORIES)(
    "in %s register, run, log, fail, are killed, run out of time, share a run, and outlive the scheduler",
    { timeout: 240_000 },
    async ([, { clients, resends }], { expect }) => {
      await using place = await StoryPlace.open();
      await place.startExecutors(clients);

      const demo = await place.createJob("demo", { maxConcurrency: 2 });
      const [first, second] = [await place.trigger(demo, "Ada"), await place.trigger(demo, "Grace")];
      for (const [id, name] of [
        [first, "Ada"],
        [second, "Grace"],
      ] as const) {
        expect(await place.ended(id)).toMatchObject({ state: "Succeeded", result: "done", attempt: 1 });
        const log = await place.log(id);
        for (const number of [1, 2, 3]) expect(log.split(`line ${number} of ${name}`)).toHaveLength(2);
      }

      const failed = await place.ended(await place.trigger(await place.createJob("fail")));
      expect(failed).toMatchObject({ state: "Terminated", error: { code: "executor_failed" } });
      expect(failed.error?.message).toContain("no rows");
      const unknown = await place.ended(await place.trigger(await place.createJob("unknown")));
      expect(unknown.error?.code).toMatch(/^executor_(?:refused|failed)$/);

      const wait = await place.createJob("wait");
      const cancelled = await place.trigger(wait);
      await place.logged(cancelled, "tick 3");
      await place.cancel(cancelled);
      expect((await place.ended(cancelled)).state).toBe("Cancelled");
      const late = await place.createJob("late", { timeoutMs: 1000 }, { handler: "wait" });
      expect(await place.ended(await place.trigger(late))).toMatchObject({
        state: "Terminated",
        error: { code: "timeout" },
      });

      const shard = await place.createJob("shard", {}, { broadcast: true });
      expect(await place.ended(await place.trigger(shard))).toMatchObject({
        state: "Succeeded",
        result: ["0 of 2", "1 of 2"],
      });

      const hold = await place.createJob("hold");
      const file = join(place.folder, "release");
      const held = await place.trigger(hold, file);
      await place.logged(held, "holding");
      await place.killScheduler();
      if (resends) await writeFile(file, "");
      await new Promise((resolve) => setTimeout(resolve, OUTAGE_MS));
      await place.startScheduler();
      if (!resends) await writeFile(file, "");
      expect(await place.ended(held)).toMatchObject({ state: "Succeeded", result: "held", error: null });
      expect((await place.log(held)).split("Sending run")).toHaveLength(2);
    },
  );
});
