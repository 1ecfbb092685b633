import { isMoJobError } from "@mojob/core";
import { ApplicationFailure } from "@temporalio/common";

/** Throws what an activity fails with: a mistake of the caller fails the workflow at once, a failure that may pass is retried. */
export function failActivity(error: unknown): never {
  if (!isMoJobError(error)) throw error;
  const mayPass = error.code === "store_unavailable" || error.code === "runtime_unavailable";
  throw ApplicationFailure.create({
    message: error.message,
    type: error.code,
    nonRetryable: !mayPass,
    details: error.issues.length > 0 ? [error.issues] : [],
  });
}
