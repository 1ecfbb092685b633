import type { AppSet } from "../../access/app-set.ts";
import type { ExecutorRecord } from "../../model/executor-record.ts";
import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import type { PerRequester } from "../access/per-requester.ts";
import { drainWorker, type DrainWorkerOptions } from "./drain-worker.ts";
import {
  addExecutorKey,
  type ExecutorKeysOptions,
  listExecutorKeys,
  removeExecutorKey,
} from "./executor-keys.ts";
import {
  addExpected,
  type ExpectedExecutorsOptions,
  listExpected,
  removeExpected,
} from "./expected-executors.ts";

export interface ExecutorMethodsOptions
  extends DrainWorkerOptions, ExpectedExecutorsOptions, ExecutorKeysOptions {
  readonly state: ExpectedExecutorsOptions["state"] & ExecutorKeysOptions["state"];
  readonly workers: (apps: AppSet) => Promise<readonly ExecutorRecord[]>;
}

type Methods = Pick<
  PerRequester<MoJobScheduler>,
  | "drainWorker"
  | "undrainWorker"
  | "expectedExecutors"
  | "expectExecutor"
  | "forgetExecutor"
  | "executorKeys"
  | "addExecutorKey"
  | "removeExecutorKey"
>;

/** The methods of the scheduler that are about executors. */
export function executorMethods(options: ExecutorMethodsOptions): Methods {
  return {
    drainWorker: (requester, id) => drainWorker(requester, id, true, options),
    undrainWorker: (requester, id) => drainWorker(requester, id, false, options),
    expectedExecutors: (requester, app) => listExpected(requester, app, options),
    expectExecutor: (requester, app, request) => addExpected(requester, app, request, options),
    forgetExecutor: (requester, app, name) => removeExpected(requester, app, name, options),
    executorKeys: (requester, app) => listExecutorKeys(requester, app, options),
    addExecutorKey: (requester, app, request) => addExecutorKey(requester, app, request, options),
    removeExecutorKey: (requester, app, id) => removeExecutorKey(requester, app, id, options),
  };
}
