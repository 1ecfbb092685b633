import type { JobHostOptions, KeyRing } from "@mojob/core/engine";
import type { IMoStateStore } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import type { Configuration } from "../configuration/configuration.ts";
import type { OpenDeploymentOptions } from "./deployment-options.ts";
import type { OpenedStores } from "./open-stores.ts";
import { publicUrlOf } from "./public-url-of.ts";
import type { RunningScheduler } from "./running-scheduler.ts";
import { schedulerOptions } from "./scheduler-options.ts";

/** @throws MoJobError as `startEmbedded` */
export async function startInProcess(
  configuration: Configuration,
  host: JobHostOptions,
  stores: OpenedStores["stores"],
  {
    followers = [],
    state,
    keys,
    onError,
  }: Pick<OpenDeploymentOptions, "followers"> &
    Required<Pick<OpenDeploymentOptions, "onError">> & {
      readonly state: IMoStateStore;
      readonly keys: KeyRing | null;
    },
): Promise<RunningScheduler> {
  const embedded = await startEmbedded({
    ...host,
    state,
    ...stores,
    // A deployment without stores is described as one, so the loss of its data is wanted.
    inMemory: stores === null,
    tenants: configuration.tenants,
    scheduler: schedulerOptions(configuration),
    // A SQLite file belongs to one process.
    isShared: configuration.store.kind === "mongodb",
    whenHeld: configuration.whenHeld,
    features: FEATURES,
    followers,
    keys,
    publicUrl: publicUrlOf(configuration),
    onError,
  });
  return {
    deployment: embedded.deployment,
    description: embedded.scheduler.standby() === null ? "embedded" : "embedded, standing by",
    workerId: embedded.workerId,
    executorHost: (tenant) => embedded.executorHost(tenant),
    failEscaped: (runToken, error) => embedded.failEscaped(runToken, error),
    finishRuns: embedded.finishRuns,
    close: embedded.close,
  };
}
