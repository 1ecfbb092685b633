import { WorkError, WorkErrorCode } from "@mojob/core/ports";
import { isUnconnected } from "../executor-client.ts";
import { lineOf, SUCCESS } from "../wire/answer.ts";
import type { ExecutorRun, RunParts, SentRun } from "./run-parts.ts";
import { NodeKind } from "./node-kinds.ts";
import { isShutdown } from "./shutdown.ts";
import type { RunEntry, RunResult } from "./run-entries.ts";

/** How soon executors are tried again that could not be reached. */
const TRY_AGAIN_MS = 1000;

/**
 * Sends a run to the first executor that takes the connection. A call that was sent and got no response may have arrived, so
 * that it is not sent again: the run is followed as if it had.
 * @param result resolves where the run has ended already: its result may come before the response to the call
 * @throws WorkError `executor_missing`, `executor_gone`, `executor_refused`, `address_refused`; the signal's reason
 */
export async function sendRun(
  run: ExecutorRun,
  parts: RunParts,
  result: Promise<RunResult>,
): Promise<SentRun> {
  const { directory, options, closing } = parts;
  const signal = AbortSignal.any([run.context.signal, closing]);
  const giveUpAtMs = options.clock.monotonicMs() + options.waitForExecutorMs;
  const unreachable = new Set<string>();
  for (;;) {
    for (const address of run.candidates()) {
      signal.throwIfAborted();
      const sent = await sendTo(address, run, parts, { signal, unreachable, result });
      if (sent !== null) return sent;
      unreachable.add(address);
    }
    const leftMs = giveUpAtMs - options.clock.monotonicMs();
    if (leftMs <= 0) throw run.missing();
    await directory.changed(Math.min(leftMs, TRY_AGAIN_MS), signal);
    signal.throwIfAborted();
  }
}

interface SendState {
  readonly signal: AbortSignal;
  /** The executors that were to get the run before this one. */
  readonly unreachable: ReadonlySet<string>;
  readonly result: Promise<RunResult>;
}

/** Resolves to `null` where the executor certainly did not get the run. */
async function sendTo(
  address: string,
  run: ExecutorRun,
  parts: RunParts,
  { signal, unreachable, result }: SendState,
): Promise<SentRun | null> {
  const { jobIds, entries, options, kinds, locks, turns, load, calls } = parts;
  const { context, client, definition, work, logId, shard, glueVersion, app } = run;
  let release = async (): Promise<void> => {};
  let jobId = 0;
  let isSent = false;
  load.begin(address);
  try {
    const kind = await kinds.of(address, client, signal);
    const hasOwnId = work.blockStrategy !== undefined;
    jobId = hasOwnId ? await jobIds.ownOf(definition) : jobIds.take(definition, address);
    if (kind === NodeKind.Go) release = await turns.take(address, work.handler, { logId, jobId }, signal);
    // Two first runs of one job that arrive together end each other in Java executors.
    const done = hasOwnId ? await locks.acquire(`${address}#${jobId}`, signal) : () => {};
    const responded = calls.begin(address);
    try {
      const sentAtMs = options.clock.now().getTime();
      const entry: RunEntry = { tenant: context.tenant, appName: app.name, address, jobId, sentAtMs };
      if (unreachable.size > 0) await entries.move(logId, entry);
      else await entries.open(logId, entry);
      isSent = true;
      await run.onSending(address, unreachable);
      context.log.info(`Sending run ${logId} to ${address}`);
      const { timeoutMs } = definition.options;
      const call = { jobId, logId, sentAtMs, work, glueVersion, args: context.args, timeoutMs, shard };
      // A gateway that closes lets the call end: the attempt after this one takes the run for sent.
      const taken = client.run(address, call, context.signal).then(assertTaken(address));
      await Promise.race([taken, result]).catch((error: unknown) => {
        if (isUnconnected(error) || error instanceof WorkError || context.signal.aborted) throw error;
        context.log.warn(`The executor may have the run: ${(error as Error).message}`);
      });
      return { entry, release };
    } finally {
      responded();
      done();
    }
  } catch (error) {
    load.end(address);
    const goesOn = isSent && isShutdown(context.signal);
    if (!goesOn) await release().catch(options.onError);
    if (jobId !== 0) jobIds.release(definition, address, jobId, false);
    // Once sent, an aborted call may have arrived: the executor is told to end what it has.
    if (isSent && context.signal.aborted && !goesOn)
      await client.kill(address, jobId, AbortSignal.timeout(options.killGraceMs)).catch((failed: unknown) => {
        context.log.warn(
          `Executor ${address} may have the run and could not be told to end it: ${String(failed)}`,
        );
      });
    if (!isUnconnected(error)) throw error;
    context.log.warn(`Executor ${address} cannot be reached`);
    kinds.forget(address);
    parts.directory.avoid(address);
    return null;
  }
}

function assertTaken(
  address: string,
): (answer: { readonly code: number; readonly message: string | null }) => void {
  return ({ code, message }) => {
    if (code === SUCCESS) return;
    const line = lineOf(message ?? "");
    throw new WorkError(WorkErrorCode.ExecutorRefused, { name: address, ...(line !== "" && { line }) });
  };
}
