import { sleep, unlessAborted, WorkError, WorkErrorCode } from "@mojob/core/ports";
import type { ExecutorClient } from "../executor-client.ts";
import { SUCCESS } from "../wire/answer.ts";
import type { TurnHolder } from "./handler-turns.ts";
import { NodeKind, type NodeKinds } from "./node-kinds.ts";
import type { ExecutorRun, RunParts } from "./run-parts.ts";
import type { RunEntry, RunResult } from "./run-entries.ts";

const KILL_TRIES = 3;
const KILL_AGAIN_MS = 1000;

/**
 * Resolves to the result of a run that an executor has. Executors say nothing while a run goes on, and may forget it when they
 * start again: so they are asked whether they have it.
 * @throws WorkError `executor_lost`, `executor_result_lost`; the reason of the run's signal, or of the gateway's
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
  try {
    return await unlessAborted(Promise.race([result, untilLost(run, entry, parts, over.signal)]), signal);
  } finally {
    over.abort();
  }
}

/** An executor's reply to the question whether it has a run. */
const Presence = { Has: "has", HasNot: "hasNot", Silent: "silent" } as const;
type Presence = (typeof Presence)[keyof typeof Presence];

/** Rejects when the executor has not had the run for too long; after `signal` nothing comes of it. */
async function untilLost(
  run: ExecutorRun,
  entry: RunEntry,
  { options, entries, kinds }: RunParts,
  signal: AbortSignal,
): Promise<RunResult> {
  const { clock, checkEveryMs, lostAfterMs } = options;
  const { address } = entry;
  let missingSinceMs: number | null = null;
  let before: Presence = Presence.Has;
  for (;;) {
    await sleep(clock, checkEveryMs, signal);
    if (signal.aborted) return new Promise(() => {});
    const askedAtMs = clock.monotonicMs();
    const presence = await presenceOf(run.client, entry, signal);
    if (presence === Presence.Silent) kinds.forget(address);
    missingSinceMs = presence === Presence.Has ? null : (missingSinceMs ?? askedAtMs);
    const isIdle = presence === Presence.HasNot && before === Presence.HasNot;
    before = presence;
    if (missingSinceMs === null) continue;
    const isOver =
      clock.monotonicMs() - missingSinceMs >= lostAfterMs ||
      (isIdle && (await sendsOnce(run, address, kinds, signal)));
    if (!isOver) continue;
    const ended = await entries.find(run.logId).catch(() => null);
    if (ended?.result !== undefined) return ended.result;
    const { ExecutorLost, ExecutorResultLost } = WorkErrorCode;
    const code = presence === Presence.Silent ? ExecutorLost : ExecutorResultLost;
    throw new WorkError(code, { name: address });
  }
}

function presenceOf(
  client: ExecutorClient,
  { address, jobId }: Pick<RunEntry, "address" | "jobId">,
  signal: AbortSignal,
): Promise<Presence> {
  return client.idleBeat(address, jobId, signal).then(
    ({ code }) => (code === SUCCESS ? Presence.HasNot : Presence.Has),
    () => Presence.Silent,
  );
}

/** Whether the executor sends a result once and never again, so that nothing comes of it when the run is over there. */
async function sendsOnce(
  { client }: ExecutorRun,
  address: string,
  kinds: NodeKinds,
  signal: AbortSignal,
): Promise<boolean> {
  const kind = await kinds.of(address, client, signal).catch(() => NodeKind.Other);
  return kind === NodeKind.Go;
}

/** Whether the run of another process has ended, as its result or its executor says. One that cannot be asked has not. */
export async function hasEnded(
  address: string,
  { logId, jobId }: TurnHolder,
  {
    entries,
    clientOf,
    closing,
  }: Pick<RunParts, "entries" | "closing"> & { clientOf(entry: RunEntry): ExecutorClient | undefined },
): Promise<boolean> {
  const entry = await entries.find(logId);
  const client = entry === null ? undefined : clientOf(entry);
  if (entry === null || client === undefined || entry.result !== undefined) return true;
  return (await presenceOf(client, { address, jobId }, closing)) === Presence.HasNot;
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
