import { parentPort } from "node:worker_threads";
import { Isolation, markJobThread, Snooze } from "@mojob/core/engine";

import { loadedCode } from "./loaded-code.ts";
import { ThreadContext } from "./thread-context.ts";
import { thrownError } from "../thrown-error.ts";
import type { FromThread, ThreadRun, ToThread } from "../thread-protocol.ts";

// The program of a job's thread; pool/job-thread.ts starts it and sends it one attempt after the other.

let context: ThreadContext | null = null;

function send(message: FromThread): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A port of a thread has no origin.
  parentPort?.postMessage(message);
}

/** Processor time of this thread until now, where the runtime says it. */
function cpuMs(): number | null {
  const usage = process.threadCpuUsage?.();
  return usage === undefined ? null : (usage.user + usage.system) / 1000;
}

function sendUsage(before: number | null): void {
  const now = cpuMs();
  if (before !== null && now !== null) send({ kind: "usage", cpuMs: now - before });
}

function sendResult(value: unknown): void {
  try {
    send({ kind: "returned", value });
  } catch {
    // A result that cannot be cloned crosses as the JSON that would be kept of it.
    send({ kind: "returned", value: JSON.parse(JSON.stringify(value) ?? "null") });
  }
}

async function execute(run: ThreadRun): Promise<void> {
  context = new ThreadContext(run, send);
  const before = run.isMeasured === true ? cpuMs() : null;
  try {
    const code = await loadedCode(run.module, run.definition);
    // Code that listens for its signal would not be called by one that was aborted while its module was loaded.
    context.signal.throwIfAborted();
    // This is the thread of its own.
    const options = { ...run.definition.options, isolation: Isolation.None };
    const definition = { ...run.definition, options };
    const onAbandon = (): void => {};
    const { instance } = run;
    const claim = instance.claim ?? "";
    const result = await code.run({ definition, instance, context, claim, onAbandon });
    sendUsage(before);
    sendResult(result);
  } catch (error) {
    sendUsage(before);
    if (Snooze.is(error)) send({ kind: "snoozed", delayMs: error.delayMs });
    else send({ kind: "threw", error: thrownError(error) });
  } finally {
    context.close();
    context = null;
  }
}

function receive(message: ToThread): void {
  if (message.kind === "run") void execute(message.run);
  else if (message.kind === "abort") context?.abort(message);
  else context?.answer(message);
}

markJobThread();
parentPort?.on("message", receive);
