import { type MoJobScheduler, MoJobError, MoJobErrorCode } from "@mojob/core";
import type { StartedRun, TriggerOptions, WaitOptions } from "@mojob/core/engine";
import { isMoJobClientError } from "../call/client-error.ts";
import type { RemoteScheduler } from "../remote-scheduler.ts";
import type { RemoteRun } from "../runs/remote-run.ts";
import type { RemoteTriggerOptions } from "../runs/trigger.ts";
import { toJobInstance } from "./job-instance.ts";

/** The methods of its scheduler that a job of a remote worker can call. */
const OFFERED = "trigger, result, ended, instances.get, instances.cancel and instances.rerun";

/**
 * The scheduler in the context of a job whose worker is elsewhere.
 * @param remote how it is reached; `null` where the worker was given none
 */
export function contextScheduler(
  remote: RemoteScheduler | null,
  tenant: string,
  app: string,
): MoJobScheduler {
  const own = { tenant, scope: app, ...(remote === null ? {} : offered(remote)) };
  const refuse = (name: string): never => {
    throw new MoJobError(
      MoJobErrorCode.InvalidConfiguration,
      remote === null
        ? `Cannot use "scheduler.${name}" in a remote worker: give startRemoteWorker a scheduler, as connectScheduler({ url, token }) returns it`
        : `Cannot use "scheduler.${name}" in a remote worker, which offers ${OFFERED}; call the API with connectScheduler of @mojob/client`,
    );
  };
  return strict(own, "", refuse) as unknown as MoJobScheduler;
}

/** The same as the code of a run has it: what it starts is known to follow that run, and belongs to its trace. */
export function schedulerOfRun(
  scheduler: MoJobScheduler,
  { id, traceparent }: { readonly id: string; readonly traceparent: string | undefined },
): MoJobScheduler {
  const run = { startedBy: id, ...(traceparent !== undefined && { traceparent }) };
  const trigger = async (job: string, args?: unknown, options: TriggerOptions = {}): Promise<unknown> => {
    const start = scheduler.trigger as unknown as (...call: readonly unknown[]) => Promise<unknown>;
    try {
      return await start(job, args, { ...run, ...options });
    } catch (error) {
      // The worker's token is of another app: what it starts there begins a chain.
      if (!isMoJobClientError(error, MoJobErrorCode.InstanceNotFound)) throw error;
      return await start(job, args, options);
    }
  };
  return Object.create(scheduler, { trigger: { value: trigger, enumerable: true } }) as MoJobScheduler;
}

/** An object that refuses every member which it does not have. */
function strict(own: object, path: string, refuse: (name: string) => never): object {
  return new Proxy(own, {
    get: (target, name): unknown => {
      if (typeof name !== "string" || name === "then" || name in target) {
        const value: unknown = Reflect.get(target, name);
        return name === "instances" ? strict(value as object, "instances.", refuse) : value;
      }
      return refuse(path + name);
    },
  });
}

function offered(remote: RemoteScheduler): object {
  const started = (run: RemoteRun<unknown>): StartedRun<unknown> => ({
    id: run.id,
    instance: toJobInstance(run.instance),
    result: (waiting) => run.result(waiting),
    cancel: async (request) => toJobInstance(await run.cancel(reasonOf(request))),
  });
  return {
    // Which of its signatures is called decides types alone.
    trigger: async (job: string, args?: unknown, options?: TriggerOptions) =>
      started(await remote.trigger(job, args, remotely(options))),
    result: (id: string, waiting?: WaitOptions) => remote.result(id, waiting),
    ended: async (id: string, waiting?: WaitOptions) => toJobInstance(await remote.ended(id, waiting)),
    instances: {
      get: async (id: string) => toJobInstance(await remote.instances.get(id)),
      cancel: async (id: string, request?: { readonly reason?: string }) =>
        toJobInstance(await remote.instances.cancel(id, reasonOf(request))),
      rerun: async (id: string, request?: { readonly args?: unknown; readonly idempotencyKey?: string }) =>
        toJobInstance((await remote.instances.rerun(id, request)).instance),
    },
  };
}

function remotely({ startedBy, ...options }: TriggerOptions = {}): RemoteTriggerOptions {
  if (startedBy === undefined) return options;
  return { ...options, startedBy: typeof startedBy === "string" ? startedBy : startedBy.id };
}

function reasonOf(request: { readonly reason?: string } | undefined): { readonly reason?: string } {
  return request?.reason === undefined ? {} : { reason: request.reason };
}
