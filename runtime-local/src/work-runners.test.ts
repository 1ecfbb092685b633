import { defineTriggeredJob, type JobContext } from "@mojob/core";
import type { IMoWorkRunner } from "@mojob/core/ports";
import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { expect, test } from "vitest";
import { startEmbedded } from "./embedded.ts";

/** Runs the work of kind `command` as a test understands it. */
const echo: IMoWorkRunner<JobContext> = {
  kind: "command",
  handlers: [],
  canRun: ({ work }) => work.kind === "command",
  run: ({ definition: { work }, context: { args } }) =>
    Promise.resolve({ argv: "argv" in work ? work.argv : [], args }),
};

test("startEmbedded() runs work of other kinds by the runners it is given", async () => {
  const { scheduler, close } = await startEmbedded({ app: "ops", jobs: [], runners: [echo] });
  await scheduler.jobs.create({
    key: "ops.echo",
    app: "ops",
    kind: "triggered",
    work: { kind: "command", argv: ["echo"] },
  });
  const run = await scheduler.trigger("ops.echo", "hello");
  expect(await run.result({ timeoutMs: 10_000 })).toEqual({ argv: ["echo"], args: "hello" });
  await close();
});

test.each([
  [false, true],
  [true, false],
])(
  "startEmbedded({ isComplete: %s }) leaves a job it does not name in the code: %s",
  async (isComplete, inCode) => {
    const stores = { store: new MetadataStoreInMemoryProvider(), state: new StateStoreInMemory() };
    const job = (key: string) => defineTriggeredJob({ key, execute: () => null });
    const first = await startEmbedded({ app: "ops", jobs: [job("ops.a"), job("ops.b")], ...stores });
    await first.close();
    const second = await startEmbedded({ app: "ops", jobs: [job("ops.a")], isComplete, ...stores });
    const { definition } = await second.scheduler.jobs.get("ops.b");
    expect(definition.inCode).toBe(inCode);
    await second.close();
  },
);
