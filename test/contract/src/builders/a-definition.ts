import type { JobDefinition } from "@mojob/core";
import { resolveJobOptions } from "@mojob/core/engine";
import type { ResolvedJobOptions } from "@mojob/core/ports";
import { instant } from "./instant.ts";

/** The options of a triggered job, but for what is said otherwise. */
export function jobOptionsWith(overrides: Partial<ResolvedJobOptions> = {}): ResolvedJobOptions {
  return { ...resolveJobOptions("triggered", {}, "Send invoice"), ...overrides };
}

/** A triggered job's definition at revision 1, but for what is said otherwise. */
export function aDefinition(overrides: Partial<JobDefinition> = {}): JobDefinition {
  const options = overrides.options ?? jobOptionsWith();
  return {
    tenant: "default",
    key: "billing.send-invoice",
    app: "billing",
    kind: "triggered",
    work: { kind: "code", handler: overrides.key ?? "billing.send-invoice" },
    args: null,
    origin: "code",
    inCode: true,
    revision: 1,
    options,
    declared: options,
    argsSchema: null,
    pause: null,
    scheduledSince: instant(),
    createdAt: instant(),
    updatedAt: instant(),
    updatedBy: null,
    ...overrides,
  };
}
