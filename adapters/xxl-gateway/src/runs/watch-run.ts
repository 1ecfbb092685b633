import { sleep, WorkError, WorkErrorCode } from "@mojob/core/ports";
import { SUCCESS } from "../wire/answer.ts";
import type { ExecutorRun, RunParts } from "./run-parts.ts";
import type { RunEntry, RunResult } from "./run-entries.ts";

const KILL_TRIES = 3;
const KILL_AGAIN_MS = 1000;

/**
 * Resolves to the result of a run that an executor has. Executors say nothing while a run goes on, and may forget it when they
 * start again: so they are asked whether they have it.
 * @throws WorkError `executor_lost`; the reason of the run's signal, or of the gateway's
 */
export async function watchRun(
  run: ExecutorRun,
  entry: RunEntry,
  result: Promise<RunResult>,
  parts: RunParts,
): Promise<RunResult> {
  const { closing } = parts;
  const over = new AbortController();
  const signal = AbortSignal.any([run.context.signal, closing]);
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([result, aborted.promise, untilLost(run, entry, parts, over.signal)]);
  } finally {
    over.abort();
    signal.removeEventListener("abort", abort);
  }
}

/** Rejects when the executor has not had the run for too long; after `signal` nothing comes of it. */
async function untilLost(
  { client, logId }: ExecutorRun,
  { address, jobId }: RunEntry,
  { options, entries }: RunParts,
  signal: AbortSignal,
): Promise<RunResult> {
  const { clock, checkEveryMs, lostAfterMs } = options;
  let missingSinceMs: number | null = null;
  for (;;) {
    await sleep(clock, checkEveryMs, signal);
    if (signal.aborted) return new Promise(() => {});
    const askedAtMs = clock.monotonicMs();
    const isMissing = await client.idleBeat(address, jobId, signal).then(
      ({ code }) => code === SUCCESS,
      () => true,
    );
    if (!isMissing) missingSinceMs = null;
    else missingSinceMs ??= askedAtMs;
    if (missingSinceMs === null || clock.monotonicMs() - missingSinceMs < lostAfterMs) continue;
    const ended = await entries.find(logId).catch(() => null);
    if (ended?.result !== undefined) return ended.result;
    throw new WorkError(WorkErrorCode.ExecutorLost, { name: address });
  }
}

/** Has the executor end a run, and waits for it to say so, for a while. Never rejects. */
export async function killRun(
  { client, context, work }: ExecutorRun,
  { address, jobId }: RunEntry,
  result: Promise<RunResult>,
  { options }: RunParts,
): Promise<void> {
  const { clock, killGraceMs } = options;
  const over = new AbortController();
  const ended = result.then(() => over.abort());
  const late = sleep(clock, killGraceMs, over.signal).then(() => over.abort());
  for (let tries = 0; tries < KILL_TRIES && !over.signal.aborted; tries += 1) {
    try {
      await client.kill(address, jobId, over.signal);
      if (work.blockStrategy !== undefined)
        context.log.warn(`Executor ${address} was told to end this job: what waited behind the run ends too`);
      break;
    } catch (error) {
      if (over.signal.aborted) break;
      context.log.warn(`Executor ${address} could not be told to end the run: ${(error as Error).message}`);
      await sleep(clock, KILL_AGAIN_MS, over.signal);
    }
  }
  await Promise.race([ended, late]);
  over.abort();
}
