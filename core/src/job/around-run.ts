import { NonRetryableError } from "../base/error.ts";
import type { JobContext } from "./job-context.ts";

/**
 * Stands around an attempt of a job: a span, a logger, a request context or a database transaction. `next` executes the job, or the function
 * that stands further inside, and resolves to its result. The attempt fails with what this function throws; else its end is the job's own, also
 * where this function takes no notice of it.
 * @param context the attempt that begins
 * @param next to be called once
 * @example
 * ```ts
 * import { AsyncLocalStorage } from "node:async_hooks";
 * import { type AroundRun, defineTriggeredJob } from "@mojob/core";
 * import { startEmbedded } from "@mojob/runtime-local";
 *
 * const requests = new AsyncLocalStorage<{ readonly runId: string }>();
 * const withRequest: AroundRun = ({ instanceId }, next) => requests.run({ runId: instanceId }, next);
 * const greet = defineTriggeredJob({ key: "greet", execute: () => requests.getStore()?.runId });
 * const { close } = await startEmbedded({ app: "shop", jobs: [greet], hooks: { around: withRequest } });
 * await close();
 * ```
 */
export type AroundRun = (context: JobContext, next: () => Promise<unknown>) => unknown;

/**
 * Executes within what stands around it.
 * @throws what `around` throws, once what it has begun has ended; NonRetryableError where it does not call `next` once
 */
export async function executeWithin(
  around: AroundRun,
  context: JobContext,
  execute: () => Promise<unknown>,
): Promise<unknown> {
  const executing: Promise<unknown>[] = [];
  const next = (): Promise<unknown> => {
    if (executing.length > 0)
      throw new NonRetryableError(`Cannot execute job "${context.jobKey}" twice: around called next() again`);
    const begun = execute();
    executing.push(begun);
    return begun;
  };
  try {
    await around(context, next);
  } catch (error) {
    // Its code runs on in its slot until it has ended.
    await Promise.allSettled(executing);
    throw error;
  }
  const [end] = executing;
  if (end === undefined)
    throw new NonRetryableError(`Job "${context.jobKey}" was not executed: around did not call next()`);
  return end;
}
