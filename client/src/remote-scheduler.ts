import type { JsonValue } from "@mojob/core";
import type { OperationResponse, OperationId, OperationRequest } from "./api/operation-request.ts";
import type { Instance, InstanceSummary, Job, JobDetail } from "./api/operations.generated.ts";
import { type CallOptions, Caller } from "./call/caller.ts";
import { type ClientOptions, resolveClientOptions } from "./call/client-options.ts";
import { remoteConfig, type RemoteConfig } from "./remote-config.ts";
import { type RemoteArchives, remoteArchives, type RemoteExports, remoteExports } from "./remote-exports.ts";
import { localToken } from "./call/local-token.ts";
import { type EventOptions, schedulerEvents } from "./events/event-stream.ts";
import type { SchedulerEvent } from "./events/scheduler-event.ts";
import { pagesOf } from "./lists.ts";
import {
  cancelRun,
  type RemoteCancelRequest,
  type RemoteRun,
  remoteRun,
  resultOf,
} from "./runs/remote-run.ts";
import { createRemoteTrigger, type TriggerRemotely } from "./runs/trigger.ts";
import { createRemoteTriggerMany, type TriggerManyRemotely } from "./runs/trigger-many.ts";
import { type RemoteWaitOptions, waitForEnd } from "./runs/wait-for-end.ts";

type QueryOf<Id extends OperationId> = NonNullable<OperationRequest<Id>["query"]>;
type Aborting = Pick<CallOptions, "signal">;

export interface RemoteRerunRequest extends Pick<CallOptions, "signal" | "idempotencyKey"> {
  /** @default the args of the run it repeats */
  readonly args?: unknown;
}

/** Runs, as a client sees them. */
export interface RemoteInstances {
  /** @throws MoJobClientError `instance_not_found` */
  get(id: string, options?: Aborting): Promise<Instance>;
  /** Every run that the query finds, newest first, page by page as it is read. */
  list(query?: QueryOf<"listInstances">, options?: Aborting): AsyncGenerator<InstanceSummary, void>;
  /** Asks a run to end. @throws MoJobClientError `instance_not_found`, `already_terminal` */
  cancel(id: string, request?: RemoteCancelRequest): Promise<Instance>;
  /** A new run of the same job that points back. */
  rerun(id: string, request?: RemoteRerunRequest): Promise<RemoteRun<JsonValue>>;
  /** Lines of a run's log, the oldest first. */
  logs(
    id: string,
    query?: QueryOf<"listInstanceLogs">,
    options?: Aborting,
  ): Promise<OperationResponse<"listInstanceLogs">["items"]>;
}

/** Jobs, as a client sees them. */
export interface RemoteJobs {
  /** @throws MoJobClientError `job_not_found` */
  get(key: string, options?: Aborting): Promise<JobDetail>;
  /** Every job that the query finds, page by page as it is read. */
  list(query?: QueryOf<"listJobs">, options?: Aborting): AsyncGenerator<Job, void>;
}

/** A scheduler in another process, over its HTTP API. */
export interface RemoteScheduler {
  readonly trigger: TriggerRemotely;
  readonly triggerMany: TriggerManyRemotely;
  /** The result of a run, by its id; as `RemoteRun.result`. */
  result(id: string, options?: RemoteWaitOptions): Promise<JsonValue>;
  /** Resolves to a run once it has ended, however it ended. */
  ended(id: string, options?: RemoteWaitOptions): Promise<Instance>;
  readonly instances: RemoteInstances;
  readonly jobs: RemoteJobs;
  readonly config: RemoteConfig;
  readonly exports: RemoteExports;
  readonly archives: RemoteArchives;
  /** The changes from now on. A stream that breaks is opened again after its last event; `reset` says that some were missed. */
  events(options?: EventOptions): AsyncGenerator<SchedulerEvent, void>;
  /** Any operation of the API, as `/docs` of the server shows them. */
  call<Id extends OperationId>(
    id: Id,
    request: OperationRequest<Id>,
    options?: CallOptions,
  ): Promise<OperationResponse<Id>>;
}

/**
 * A scheduler in another process or on another machine, over its HTTP API: nothing is opened until something is called, and nothing has to
 * be closed. A call that gets no response is repeated; a trigger is repeated under one idempotency key, so that it makes one run.
 *
 * @throws TypeError for an address that is none
 * @example
 * ```ts
 * import { connectScheduler } from "@mojob/client";
 *
 * const scheduler = connectScheduler({ url: "http://127.0.0.1:7788", token: "c0ffee00c0ffee11c0ffee22" });
 * const run = await scheduler.trigger("mail.send", { to: "ada@example.com" });
 * console.log(await run.result({ timeoutMs: 60_000 }));
 * ```
 */
export function connectScheduler(options: ClientOptions): RemoteScheduler {
  const { token = () => localToken(options.url) } = options;
  const caller = new Caller(resolveClientOptions({ ...options, token }));
  return {
    trigger: createRemoteTrigger(caller),
    triggerMany: createRemoteTriggerMany(caller),
    result: async (id, waiting) => resultOf(await waitForEnd(caller, id, waiting)),
    ended: (id, waiting) => waitForEnd(caller, id, waiting),
    instances: remoteInstances(caller),
    config: remoteConfig(caller),
    exports: remoteExports(caller),
    archives: remoteArchives(caller),
    jobs: {
      get: (key, aborting) => caller.call("getJob", { path: { key } }, aborting),
      list: (query = {}, aborting) =>
        pagesOf((cursor) => caller.call("listJobs", { query: { ...query, cursor } }, aborting)),
    },
    events: (watching) => schedulerEvents(caller, watching),
    call: (id, request, calling) => caller.call(id, request, calling),
  };
}

function remoteInstances(caller: Caller): RemoteInstances {
  return {
    get: (id, aborting) => caller.call("getInstance", { path: { id } }, aborting),
    list: (query = {}, aborting) =>
      pagesOf((cursor) => caller.call("listInstances", { query: { ...query, cursor } }, aborting)),
    cancel: (id, request) => cancelRun(caller, id, request),
    async rerun(id, { args, signal, idempotencyKey = caller.createKey() } = {}) {
      const body = args === undefined ? {} : { args };
      const { instance } = await caller.call(
        "rerunInstance",
        { path: { id }, body },
        { signal, idempotencyKey },
      );
      return remoteRun(caller, instance);
    },
    logs: async (id, query = {}, aborting) =>
      (await caller.call("listInstanceLogs", { path: { id }, query }, aborting)).items,
  };
}
