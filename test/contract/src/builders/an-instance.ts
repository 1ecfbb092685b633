import { createId, type JobInstance } from "@mojob/core/ports";
import { instant } from "./instant.ts";

/** A run that waits in Enqueued, but for what is said otherwise. */
export function anInstance(overrides: Partial<JobInstance> = {}): JobInstance {
  const createdAt = overrides.createdAt ?? instant();
  const state = overrides.state ?? "Enqueued";
  return {
    id: createId(createdAt),
    tenant: "default",
    app: "billing",
    jobKey: "billing.send-invoice",
    lane: overrides.jobKey ?? "billing.send-invoice",
    uniqueKey: null,
    fairShare: null,
    turn: null,
    kind: "triggered",
    state,
    reason: null,
    trigger: { type: "code", by: "a test" },
    part: null,
    priority: 3,
    args: { invoice: 1 },
    argsPreview: '{"invoice":1}',
    scheduledFor: null,
    createdAt,
    updatedAt: createdAt,
    enqueuedAt: createdAt,
    startedAt: null,
    completedAt: null,
    attempt: 0,
    retryCount: 0,
    retryAt: null,
    worker: null,
    claim: null,
    slot: null,
    abandoned: null,
    dispatchId: "dispatch-1",
    routing: null,
    cancelRequestedAt: null,
    cancelReason: null,
    progress: null,
    usage: null,
    usageSeries: null,
    result: null,
    error: null,
    errorSummary: null,
    missed: null,
    fingerprint: null,
    history: [{ at: createdAt, from: null, to: state, attempt: 0, worker: null, reason: null }],
    ...overrides,
  };
}
