import { JobState } from "@mojob/core";
import { createEngine, createScheduler } from "@mojob/core/engine";
import { ReasonCode } from "@mojob/core/ports";
import { aDefinition } from "@mojob/test-fixtures/records";
import { createWorld } from "@mojob/test-fixtures/world";
import { expect, it } from "vitest";
import { BackfillRunner } from "./backfill-runner.ts";
import { BACKFILL } from "./mod.ts";

it("a time whose run found its job full after all is tried again, with one run at a time", async () => {
  const world = createWorld();
  await world.define(
    aDefinition({
      key: "mail.hourly",
      kind: "recurring",
      options: { cron: "0 0 * * * *", maxConcurrency: 1 },
    }),
  );
  const engine = createEngine({ ...world, tenant: "default", features: [BACKFILL] });
  const { backfills } = createScheduler(engine);
  const runner = new BackfillRunner(engine);
  const now = world.clock.now();
  const from = new Date(now.getTime() - 2 * 3_600_000).toISOString();
  const { id } = await backfills.create({ jobKey: "mail.hourly", from, to: now.toISOString(), atOnce: 5 });
  const { signal } = new AbortController();
  const end = async (run: string, state: JobState): Promise<void> => {
    const at = world.clock.now();
    const reason = state === JobState.Skipped ? { code: ReasonCode.JobFull, parameters: { limit: 1 } } : null;
    await world.store.instances.update([
      {
        tenant: "default",
        id: run,
        at,
        when: { states: [JobState.Enqueued] },
        set: { state, reason, completedAt: at },
        append: [],
      },
    ]);
  };
  await runner.run(signal);
  const first = `mail.hourly@${from}`;
  expect((await backfills.get(id)).open).toEqual([first]);
  await end(first, JobState.Skipped);
  await runner.run(signal);
  expect((await backfills.get(id)).open).toEqual([`${first}~`]);
  await end(`${first}~`, JobState.Succeeded);
  await runner.run(signal);
  const [second = ""] = (await backfills.get(id)).open;
  await end(second, JobState.Succeeded);
  await runner.run(signal);
  expect(await backfills.get(id)).toMatchObject({
    state: "completed",
    counts: { planned: 2, succeeded: 2, skipped: 0 },
  });
});
