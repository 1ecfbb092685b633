import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { JobState } from "@mojob/core";
import { type JobInstance, TERMINAL_STATES } from "@mojob/core/ports";
import { startMongodb } from "@mojob/test-services/mongodb";
import { describe, it, onTestFinished } from "vitest";
import { databaseUrl } from "../fixtures/database-url.ts";
import { untilTrue } from "@mojob/test-services/until";
import { connectMongodb } from "./connect-mongodb.ts";

const PROGRAM = fileURLToPath(new URL("../fixtures/crash-program.ts", import.meta.url));
const TENANT = "default";

/** One life of the program; ends with kill -9. */
async function live(url: string, life: "first" | "second"): Promise<{ kill(): Promise<void> }> {
  const child = spawn(process.execPath, [PROGRAM, url, life], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const begun = await Promise.race([once(child.stdout, "data"), ended.then(() => null)]);
  assert.notEqual(begun, null, "The program ended before it was ready");
  return {
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

describe("an embedded scheduler on MongoDB that is killed with 50 runs under way", () => {
  it("takes up all of them in its next life", { timeout: 300_000 }, async () => {
    await using server = await startMongodb({ durable: true });
    const url = databaseUrl(server.url, "crash");
    await using stores = await connectMongodb(url);
    const { instances, queries } = stores.store;
    const countOf = (jobKey: string, states: readonly JobState[]): Promise<number> =>
      queries.count({ tenant: TENANT, jobKey, states }, 1000);
    const runsOf = async (jobKey: string): Promise<readonly JobInstance[]> => {
      const { items } = await queries.list({ tenant: TENANT, jobKey }, { limit: 200 });
      const found = await instances.get(
        TENANT,
        items.map(({ id }) => id),
      );
      return found.filter((run) => run !== null);
    };

    const first = await live(url, "first");
    try {
      await untilTrue(
        async () =>
          (await countOf("retried", ["Processing"])) === 20 &&
          (await countOf("once", ["Processing"])) === 10 &&
          (await runsOf("tick")).length > 0 &&
          (await runsOf("tock")).length > 0,
      );
      assert.equal(await countOf("waiting", ["Enqueued"]), 10);
    } finally {
      await first.kill();
    }
    const killedAt = new Date();
    assert.equal(await countOf("later", ["Scheduled", "Enqueued"]), 10);

    const second = await live(url, "second");
    onTestFinished(second.kill);
    const begunAt = new Date();
    await untilTrue(async () => {
      const ended = await Promise.all(
        ["retried", "once", "waiting", "later"].map((jobKey) => countOf(jobKey, TERMINAL_STATES)),
      );
      return ended.reduce((sum, count) => sum + count) === 50;
    }, 120_000);

    for (const run of await runsOf("retried")) {
      assert.deepEqual([run.state, run.attempt], ["Succeeded", 2]);
      assert.ok(
        run.history.some(
          ({ to, reason }) =>
            to === "Failed" &&
            reason?.code === "attempt_failed" &&
            reason.parameters.failure.code === "worker_lost",
        ),
      );
    }
    for (const run of await runsOf("once"))
      assert.deepEqual([run.state, run.error?.code], ["Terminated", "worker_lost"]);
    for (const jobKey of ["waiting", "later"]) assert.equal(await countOf(jobKey, ["Succeeded"]), 10);

    // No slot is held: as many as ever can be admitted.
    const open = await instances.findOpen(
      { tenant: TENANT, states: ["Processing"], unmovedSince: new Date() },
      { limit: 200 },
    );
    assert.deepEqual(
      open.items.filter(({ jobKey }) => !["tick", "tock"].includes(jobKey)),
      [],
    );

    // Fires that are late by no more than their job's grace are fired one by one.
    const missedBy = (runs: readonly JobInstance[]): readonly JobInstance[] =>
      runs.filter(({ createdAt, trigger: { nominalTime } }) => {
        const dueMs = nominalTime?.getTime() ?? 0;
        return createdAt > killedAt && dueMs > killedAt.getTime() && dueMs < begunAt.getTime() - 6000;
      });
    await untilTrue(async () => (await runsOf("tock")).some(({ missed }) => (missed?.count ?? 0) > 1));
    const skipped = (await runsOf("tock")).filter(({ missed }) => missed !== null);
    assert.deepEqual(
      skipped.map(({ state }) => state),
      ["Skipped"],
    );
    assert.ok(missedBy(await runsOf("tick")).length <= 1);
    assert.ok(
      (await runsOf("tick")).some(({ createdAt, state }) => createdAt > begunAt && state === "Succeeded"),
    );
  });
});
