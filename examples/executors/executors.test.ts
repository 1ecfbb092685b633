import { writeFile } from "node:fs/promises";
import { canSign, EXECUTOR_CLIENTS, resolveExecutorClient } from "@mojob/test-services/executor-clients";
import { spawnCommand } from "@mojob/test-services/spawned-program";
import { until } from "@mojob/test-services/until";
import { describe, it } from "vitest";
import { ExecutorsSetup } from "./executors-setup.ts";

describe.concurrent("workers in other languages", () => {
  it.for(EXECUTOR_CLIENTS)(
    "run, log, fail, retry, are cancelled, run out of time, and outlive the scheduler: %s",
    { timeout: 240_000 },
    async (client, { expect }) => {
      const program = await resolveExecutorClient(client);
      await using place = await ExecutorsSetup.open();
      const worker = await place.startWorker(program);

      await until("its load is shown", async () => {
        const [shown] = await place.described();
        return shown?.load?.processor != null && (shown.load.memoryBytes ?? 0) > 1_000_000;
      });
      expect(await place.described()).toMatchObject([
        { description: "Reports of the shop", tags: ["reports"] },
      ]);
      const report = await place.trigger("shop.report", { pages: 3 });
      expect(await place.ended(report)).toMatchObject({
        state: "Succeeded",
        result: { pages: 3, by: client },
        progress: { message: "3 of 3" },
      });
      expect(await place.log(report)).toEqual(["page 1", "page 2", "page 3"]);

      const charged = await place.ended(await place.trigger("shop.charge", { card: "good" }));
      expect(charged).toMatchObject({ state: "Succeeded", attempt: 2, result: "charged at attempt 2" });
      const expired = await place.ended(await place.trigger("shop.charge", { card: "expired" }));
      expect(expired).toMatchObject({
        state: "Terminated",
        attempt: 1,
        error: { message: "The card has expired", number: -19_001_004_000 },
      });

      await place.createJob("shop.export", "export");
      const exported = await place.trigger("shop.export", { size: 2_000_000 });
      expect((await place.ended(exported)).error?.message).toContain("larger than");
      expect(await place.log(exported)).toEqual([expect.stringMatching(/^odd [?\ufffd] text$/)]);
      const kept = await place.ended(await place.trigger("shop.export", { size: 400_000 }));
      expect(kept).toMatchObject({ state: "Succeeded", result: { truncated: true } });

      const cancelled = await place.trigger("shop.watch", {});
      await place.begun(cancelled);
      await place.cancel(cancelled);
      expect((await place.ended(cancelled)).state).toBe("Cancelled");

      await place.setOptions("shop.watch", { timeoutMs: 1000 });
      const late = await place.ended(await place.trigger("shop.watch", {}));
      expect(late).toMatchObject({ state: "Terminated", error: { code: "timeout" } });
      await place.setOptions("shop.watch", { timeoutMs: 600_000, maxConcurrency: 2 });

      // What the worker has when the scheduler is killed goes on, and what ended meanwhile counts: nothing is executed again.
      const [ending, interrupted] = await Promise.all([
        place.trigger("shop.watch", { file: place.file("found") }),
        place.trigger("shop.watch", {}),
      ]);
      await Promise.all([place.begun(ending), place.begun(interrupted)]);
      const { worker: before } = await place.run(interrupted);
      await place.killScheduler();
      await writeFile(place.file("found"), "");
      // Also where the response of the registration with which it comes back is lost, and what ended is repeated only after it.
      place.link.loseNextReturn();
      place.link.keepEndsUntilReturn();
      await place.startScheduler();
      expect(await place.ended(ending)).toMatchObject({ state: "Succeeded", attempt: 1, result: "found" });
      await until("the other goes on", async () => (await place.run(interrupted)).worker !== before);
      expect(place.link.lost).toBe(1);
      expect(await place.run(interrupted)).toMatchObject({ state: "Processing", attempt: 1 });
      expect(await place.log(interrupted)).toEqual(["watching", expect.stringContaining("goes on with it")]);
      const after = await place.trigger("shop.report", { pages: 1 });
      expect((await place.ended(after)).state).toBe("Succeeded");

      // A worker that dies loses its run; another one goes on meanwhile.
      worker.signal("SIGKILL");
      await worker.exit;
      // It signs its calls instead of sending a token, where the language can.
      const signs = canSign(client);
      const next = await place.startWorker(program, signs ? await place.createKey() : undefined);
      const last = await place.trigger("shop.report", { pages: 2 });
      expect((await place.ended(last)).state).toBe("Succeeded");
      // One that is asked to end finishes what it has, and leaves.
      next.signal("SIGTERM");
      expect((await next.exit).code).toBe(0);
      expect(await place.ended(interrupted)).toMatchObject({
        state: "Terminated",
        attempt: 1,
        error: { code: "worker_lost" },
      });
      await until("no worker is shown", async () => (await place.workers()).length === 0);
    },
  );

  it("in Python says what it needs for signing", { timeout: 60_000 }, async ({ expect }) => {
    const { program, environment } = await resolveExecutorClient("python");
    const code =
      "import sys; sys.modules['cryptography'] = None; import mojob; mojob.Worker('http://x', 'shop', key_file='none')";
    await using worker = spawnCommand(program, ["-c", code], { env: environment });
    expect((await worker.exit).code).toBe(1);
    expect(worker.output()).toContain("pip install cryptography");
  });
});
