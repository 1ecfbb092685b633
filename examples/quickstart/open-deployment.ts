import {
  type Configuration,
  type IMoJobScheduleMetadataStore,
  type IMoStateStore,
  type JobRegistration,
  type MoJobScheduler,
  type RunScope,
  type RuntimeInfo,
} from "@mojob/core";
import { connectMongodb } from "@mojob/mongodb";
import { startEmbedded } from "@mojob/runtime-local";

/** What the configuration named, running. */
export interface Deployment {
  readonly scheduler: MoJobScheduler;
  /** For a person: where runs run and where they are kept. */
  readonly description: string;
  /** Ends the run an error that escaped its promise belongs to; answers whether there was one. */
  failEscaped(runToken: string, error: unknown): boolean;
  /** Drains within the configured grace. */
  close(): Promise<void>;
}

export interface DeploymentParts {
  readonly jobs: readonly JobRegistration[];
  readonly runtime: RuntimeInfo;
  readonly scope: RunScope;
  readonly onError: (error: unknown) => void;
}

interface Stores {
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
}

/**
 * Opens the deployment `MOJOB_RUNTIME` and `MOJOB_STORE` name; the one place that knows which there are.
 * @throws MoJobError as `connectMongodb`, `startEmbedded`, `startControlPlane` and `startWorker`
 */
export async function openDeployment(
  configuration: Configuration,
  parts: DeploymentParts,
): Promise<Deployment> {
  const { runtime, store } = configuration;
  if (store.kind === "memory") {
    return openEmbedded(configuration, parts, {}, "kept in memory: gone when it stops");
  }
  const { close, ...stores } = await connectMongodb(store.url, { onError: parts.onError });
  try {
    const deployment =
      runtime.kind === "temporal"
        ? await openOnTemporal(configuration, runtime, parts, stores)
        : await openEmbedded(configuration, parts, stores, "kept in MongoDB");
    return {
      ...deployment,
      async close() {
        await deployment.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A control plane and a worker of a distributed system, in this process: more of both may run elsewhere. */
async function openOnTemporal(
  { app, tenant, maxConcurrentRuns, recurringDebugMode, triggeredDebugMode, shutdownGraceMs }: Configuration,
  { address, namespace }: { readonly address: string; readonly namespace: string },
  { jobs, runtime, scope, onError }: DeploymentParts,
  stores: Stores,
): Promise<Deployment> {
  // Its native part takes a while to load: only who asks for Temporal waits for it.
  const { startControlPlane, startWorker } = await import("@mojob/runtime-temporal/worker");
  const shared = { ...stores, tenant, temporal: { address, namespace }, onError };
  const plane = await startControlPlane({ ...shared, scheduler: { recurringDebugMode, triggeredDebugMode } });
  try {
    const worker = await startWorker({
      ...shared,
      app,
      jobs,
      runtime,
      scope,
      worker: { maxConcurrentRuns },
      shutdownGraceMs,
    });
    return {
      scheduler: plane.scheduler,
      description: `on Temporal at ${address}, kept in MongoDB`,
      failEscaped: (runToken, error) => worker.failEscaped(runToken, error),
      async close() {
        await worker.close();
        await plane.close();
      },
    };
  } catch (error) {
    await plane.close();
    throw error;
  }
}

async function openEmbedded(
  configuration: Configuration,
  { jobs, runtime, scope, onError }: DeploymentParts,
  stores: Partial<Stores>,
  where: string,
): Promise<Deployment> {
  const { app, tenant, maxConcurrentRuns, recurringDebugMode, triggeredDebugMode, shutdownGraceMs } =
    configuration;
  const { scheduler, failEscaped, close } = await startEmbedded({
    app,
    tenant,
    jobs,
    ...stores,
    runtime,
    scope,
    worker: { maxConcurrentRuns },
    scheduler: { recurringDebugMode, triggeredDebugMode },
    shutdownGraceMs,
    onError,
  });
  return { scheduler, description: `embedded, ${where}`, failEscaped, close };
}
