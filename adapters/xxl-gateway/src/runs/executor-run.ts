import { type JsonValue, WorkError, WorkErrorCode } from "@mojob/core/ports";
import { lineOf, SUCCESS } from "../wire/answer.ts";
import { LogPuller } from "./log-puller.ts";
import type { ExecutorRun, RunParts, SentRun } from "./run-parts.ts";
import { sendRun } from "./send-run.ts";
import { handBack, isShutdown } from "./shutdown.ts";
import { killRun, watchRun } from "./watch-run.ts";
import type { RunEntry, RunResult } from "./run-entries.ts";

/**
 * Sends a run, follows it and resolves to what its handler left.
 * @throws WorkError for every other end; the signal's reason; Snooze where this process is about to end
 */
export async function runOnExecutor(run: ExecutorRun, parts: RunParts): Promise<JsonValue> {
  const { context, logId, definition } = run;
  const { entries, jobIds, load } = parts;
  const ended = Promise.withResolvers<RunResult>();
  const stopWaiting = entries.wait(logId, ended.resolve);
  let sent: SentRun | null = null;
  let isClean = false;
  let goesOn = false;
  try {
    if (run.entry?.result !== undefined) ended.resolve(run.entry.result);
    sent = run.entry === null ? await sendRun(run, parts, ended.promise) : adopt(run, run.entry, parts);
    const { entry } = sent;
    const result = await follow(run, entry, ended.promise, parts);
    isClean = true;
    return valueOf(result, entry);
  } catch (error) {
    goesOn = (parts.closing.aborted && !context.signal.aborted) || isShutdown(context.signal);
    if (goesOn) handBack(context);
    throw error;
  } finally {
    stopWaiting();
    if (!goesOn) await sent?.release().catch(parts.options.onError);
    if (sent !== null) load.end(sent.entry.address);
    if (sent !== null) jobIds.release(definition, sent.entry.address, sent.entry.jobId, isClean);
  }
}

/** Until the result comes; its log is complete then. */
async function follow(
  run: ExecutorRun,
  entry: RunEntry,
  result: Promise<RunResult>,
  parts: RunParts,
): Promise<RunResult> {
  const { context, client, logId } = run;
  const { clock, logEveryMs } = parts.options;
  const { address, sentAtMs } = entry;
  const over = new AbortController();
  const puller = new LogPuller({
    clock,
    everyMs: logEveryMs,
    log: context.log,
    fetch: async (from) => {
      await parts.calls.quiet(address);
      return client.log(address, { logId, sentAtMs }, from, over.signal);
    },
  });
  const following = puller.follow(over.signal);
  try {
    const end = await watchRun(run, entry, result, parts);
    await puller.finish();
    return end;
  } catch (error) {
    if (context.signal.aborted && !isShutdown(context.signal)) {
      await killRun(run, entry, result, parts);
      await puller.finish();
    }
    // Its log may say how the run ended.
    if (error instanceof WorkError && error.code === WorkErrorCode.ExecutorResultLost) await puller.finish();
    throw error;
  } finally {
    over.abort();
    await following;
  }
}

function adopt(
  { context, logId, work }: ExecutorRun,
  entry: RunEntry,
  { jobIds, load, turns }: RunParts,
): SentRun {
  jobIds.hold(entry.jobId);
  load.begin(entry.address);
  context.log.info(`Waiting for run ${logId} at ${entry.address}, which goes on from the attempt before`);
  return { entry, release: () => turns.end(entry.address, work.handler, logId) };
}

function valueOf({ code, value }: RunResult, { address }: RunEntry): JsonValue {
  if (code === SUCCESS) return value;
  const text = value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
  const line = lineOf(text);
  throw new WorkError(WorkErrorCode.ExecutorFailed, {
    name: address,
    status: code,
    ...(line !== "" && { line }),
  });
}
