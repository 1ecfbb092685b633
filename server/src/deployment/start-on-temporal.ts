import { MoJobError, MoJobErrorCode } from "@mojob/core";
import { Closers, type JobHostOptions, type KeyRing } from "@mojob/core/engine";
import type { DistributedControlPlane, DistributedOptions } from "@mojob/runtime-temporal/control-plane";
import type { DistributedWorker } from "@mojob/runtime-temporal/worker";
import type { Configuration } from "../configuration/configuration.ts";
import { type OpenDeploymentOptions, Role, type Stores } from "./deployment-options.ts";
import { loadOptional } from "./load-optional.ts";
import { publicUrlOf } from "./public-url-of.ts";
import type { RunningScheduler } from "./running-scheduler.ts";
import { schedulerOptions } from "./scheduler-options.ts";
import { readTemporalSettings } from "./temporal-settings.ts";

type OnTemporalOptions = Pick<
  OpenDeploymentOptions,
  "platform" | "environment" | "role" | "workflowBundlePath" | "followers"
> &
  Required<Pick<OpenDeploymentOptions, "onError">> & { readonly keys: KeyRing | null };

/**
 * A control plane, a worker, or both of a distributed deployment; more of them run elsewhere.
 * @throws MoJobError as `startControlPlane` and `startWorker`; `invalid_configuration`
 */
export async function startOnTemporal(
  configuration: Configuration,
  host: JobHostOptions,
  stores: Stores | null,
  options: OnTemporalOptions,
): Promise<RunningScheduler> {
  if (stores === null) throw notShared();
  const { platform, environment = platform.environment(), role = Role.All, keys, onError } = options;
  const temporal = await readTemporalSettings(configuration.runtime, environment);
  const { tenants, deployment } = configuration;
  const publicUrl = publicUrlOf(configuration);
  const { log } = host;
  const ofAll = { ...stores, tenants, deployment, temporal, keys, publicUrl, onError };
  const shared = { ...ofAll, ...(log !== undefined && { log }) };
  const closers = new Closers();
  try {
    const plane = role === Role.Worker ? null : await startPlane(configuration, shared, options);
    if (plane !== null) closers.add(plane);
    const worker = role === Role.ControlPlane ? null : await startJobs(configuration, shared, host);
    if (worker !== null) closers.add(worker);
    return {
      deployment: ((plane ?? worker) as DistributedControlPlane | DistributedWorker).deployment,
      description: `on Temporal at ${temporal.address ?? ""}`,
      workerId: worker?.id ?? null,
      executorHost: worker && ((tenant) => worker.executorHost(tenant)),
      failEscaped: (runToken, error) => worker?.failEscaped(runToken, error) ?? false,
      finishRuns: async () => await worker?.finishRuns(),
      close: () => closers.close(),
    };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function startPlane(
  configuration: Configuration,
  shared: DistributedOptions,
  { platform, workflowBundlePath: codePath, followers = [] }: OnTemporalOptions,
): Promise<DistributedControlPlane> {
  const { startControlPlane } = await loadOptional(
    "@mojob/runtime-temporal",
    () => import("@mojob/runtime-temporal/control-plane"),
  );
  const { version } = configuration.worker;
  return startControlPlane({
    ...shared,
    ...(codePath !== undefined && { workflowBundle: { codePath } }),
    scheduler: schedulerOptions(configuration),
    followers,
    runtime: platform.runtimeInfo(),
    ...(version !== undefined && { version }),
  });
}

async function startJobs(
  configuration: Configuration,
  shared: DistributedOptions,
  host: JobHostOptions,
): Promise<DistributedWorker> {
  const { startWorker } = await loadOptional(
    "@mojob/runtime-temporal",
    () => import("@mojob/runtime-temporal/worker"),
  );
  const { jobDefaults: defaults, quotas } = configuration;
  return startWorker({ ...shared, ...host, defaults, quotas });
}

function notShared(): MoJobError {
  return new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    'Cannot start: MOJOB_STORE must be "mongodb://…" with a Temporal runtime: the machines share nothing else',
  );
}
