import { MoJobError, MoJobErrorCode } from "@mojob/core";
import type { ExecutorGateway } from "@mojob/executor-gateway";
import type { Configuration } from "../configuration/configuration.ts";
import { loadOptional } from "./load-optional.ts";
import type { RunningScheduler } from "./running-scheduler.ts";

/**
 * Opens the protocol of executors in other languages for a tenant; `null` where it is not configured.
 * @throws MoJobError `invalid_configuration` where this process runs no jobs, and where the package is not installed
 */
export async function loadExecutorGateways(
  {
    executors,
    executorAuth,
    optionRule,
    newJobs,
  }: Pick<Configuration, "executors" | "executorAuth" | "optionRule" | "newJobs">,
  { executorHost }: Pick<RunningScheduler, "executorHost">,
): Promise<((tenant: string) => ExecutorGateway) | null> {
  if (executors === null) return null;
  if (executorHost === null)
    throw new MoJobError(
      MoJobErrorCode.InvalidConfiguration,
      "Cannot start with MOJOB_EXECUTORS: a control plane alone runs no jobs; set it for a worker",
    );
  const { executorGateway } = await loadOptional(
    "@mojob/executor-gateway",
    () => import("@mojob/executor-gateway"),
  );
  const options = { requireSignatures: executorAuth === "signed", optionRule, newJobs };
  // Another tenant's token is wrong here.
  return (tenant) => executorGateway(executorHost(tenant), { ...options, tokens: executors[tenant] ?? {} });
}
