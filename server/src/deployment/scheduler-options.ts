import type { SchedulerOptions } from "@mojob/core";
import type { Configuration } from "../configuration/configuration.ts";

export function schedulerOptions({
  recurringDebugMode,
  triggeredDebugMode,
  audit,
  stopWaiting,
  jobDefaults,
  tenantDefaults,
  quotas,
}: Configuration): SchedulerOptions {
  return {
    recurringDebugMode,
    triggeredDebugMode,
    audit,
    stopWaiting,
    defaults: jobDefaults,
    tenantDefaults,
    quotas,
  };
}
