import {
  type Configuration,
  type JobRegistration,
  MoJobError,
  MoJobErrorCode,
  type MoJobScheduler,
  type RunScope,
  type RuntimeInfo,
} from "@mojob/core";
import { connectMongodb } from "@mojob/mongodb";
import { type EmbeddedOptions, startEmbedded } from "@mojob/runtime-local";

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

/**
 * Opens the deployment `MOJOB_RUNTIME` and `MOJOB_STORE` name; the one place that knows which there are.
 * @throws MoJobError `invalid_configuration` for one this program does not have, and as `startEmbedded`
 */
export function openDeployment(configuration: Configuration, parts: DeploymentParts): Promise<Deployment> {
  const { runtime, store } = configuration;
  if (runtime.kind === "temporal") {
    throw unavailable("MOJOB_RUNTIME", "temporal://…", "local:", "the Temporal runtime");
  }
  return store.kind === "mongodb"
    ? openOnMongodb(configuration, store.url, parts)
    : openEmbedded(configuration, parts, {}, "kept in memory: gone when it stops");
}

async function openOnMongodb(
  configuration: Configuration,
  url: string,
  parts: DeploymentParts,
): Promise<Deployment> {
  const { store, state, close } = await connectMongodb(url, { onError: parts.onError });
  try {
    const deployment = await openEmbedded(configuration, parts, { store, state }, "kept in MongoDB");
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

async function openEmbedded(
  configuration: Configuration,
  { jobs, runtime, scope, onError }: DeploymentParts,
  stores: Pick<EmbeddedOptions, "store" | "state">,
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

function unavailable(variable: string, given: string, instead: string, what: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    `Cannot start with ${variable} "${given}": ${what} is not available yet; leave ${variable} out or set it to "${instead}"`,
  );
}
