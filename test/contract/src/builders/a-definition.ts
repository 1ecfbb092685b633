import type { JobDefinition, ResolvedJobOptions } from "@mojob/core";
import { instant } from "./instant.ts";

/** The options of a triggered job, but for what is said otherwise. */
export function jobOptionsWith(overrides: Partial<ResolvedJobOptions> = {}): ResolvedJobOptions {
  return {
    name: "Send invoice",
    description: "",
    disabled: false,
    maxConcurrency: 1,
    retryCount: 0,
    retryIntervalMs: 0,
    timeoutMs: 3_600_000,
    priority: 3,
    tags: [],
    retention: { maxInstances: 1000, maxAgeDays: 30 },
    schedule: null,
    ...overrides,
  };
}

/** A triggered job's definition at revision 1, but for what is said otherwise. */
export function aDefinition(overrides: Partial<JobDefinition> = {}): JobDefinition {
  const options = overrides.options ?? jobOptionsWith();
  return {
    tenant: "default",
    key: "billing.send-invoice",
    app: "billing",
    kind: "triggered",
    revision: 1,
    options,
    declared: options,
    argsSchema: null,
    pause: null,
    scheduledSince: instant(),
    createdAt: instant(),
    updatedAt: instant(),
    ...overrides,
  };
}
