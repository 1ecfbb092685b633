import { defineTriggeredJob } from "@mojob/core";
import { CodeRunner, createScheduler } from "@mojob/core/engine";
import type { EmbeddedOptions } from "./embedded-options.ts";
import { shareParts } from "./shared-parts.ts";
import { EmbeddedTenant } from "./embedded-tenant.ts";

/** Fewer jobs that fire together are not noticeably late while their code runs for the first time. */
const FEW_JOBS = 20;
const RUNS = 200;
const ROUNDS = 2;

let rehearsal: Promise<void> | null = null;

/**
 * Runs jobs that do nothing through an engine of its own, in memory and once in a process: without it the first fires of many
 * jobs wait until the JavaScript engine has compiled what a run goes through. Takes some 40 ms; few jobs, and those on a clock
 * of their own, do without.
 */
export async function rehearse({ jobs, clock }: Pick<EmbeddedOptions, "jobs" | "clock">): Promise<void> {
  if (jobs.length < FEW_JOBS || clock !== undefined) return;
  await (rehearsal ??= runRounds());
}

async function runRounds(): Promise<void> {
  let left = 0;
  let allRan = Promise.withResolvers<void>();
  const execute = (): void => {
    left -= 1;
    if (left === 0) allRan.resolve();
  };
  const app = "rehearsal";
  // A slot for each run of all rounds: those of the round before may hold theirs still, and a run without one would never be executed.
  const jobs = [defineTriggeredJob({ key: "nothing", maxConcurrency: RUNS * ROUNDS, execute })];
  const parts = shareParts({});
  const code = new CodeRunner(app, jobs, null);
  const engine = new EmbeddedTenant({
    tenant: app,
    parts,
    code,
    embedded: { app, jobs, inMemory: true },
    onLockLost: parts.onError,
  });
  try {
    await engine.start();
    const { instances } = createScheduler(engine.engine);
    for (let round = 0; round < ROUNDS; round += 1) {
      left = RUNS;
      allRan = Promise.withResolvers();
      await instances.triggerMany(
        "nothing",
        Array.from({ length: RUNS }, () => ({ args: { round } })),
      );
      await allRan.promise;
    }
  } finally {
    await engine.close();
    await parts.close();
  }
}
