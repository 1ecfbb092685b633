import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import { reasonText } from "../model/code/reason-text.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { type Reason, ReasonCode, type ReasonParameters } from "../model/reason.ts";

type UsedUp = ReasonParameters["quota_used_up"];

/** What is used up of each quota, and what to do but raise it. */
const USED_UP: Readonly<Record<UsedUp["quota"], (usedUp: UsedUp, tenant: string, app: string) => string>> = {
  maxRunsPerMinute: ({ quota, limit }, tenant) =>
    `tenant "${tenant}" has had ${limit} runs in this minute, which is its quota "${quota}"; try again in a minute`,
  maxWaitingRuns: ({ quota, limit }, _, app) => waiting(`${limit} runs`, quota, app),
  maxWaitingBytes: ({ quota, limit }, _, app) => waiting(`runs with ${limit} bytes of arguments`, quota, app),
};

/** The error of a trigger whose run may not be created, as the reason says: `tenant_disabled`, `quota_exceeded` or `waiting_limit`. */
export function refusedRun({ tenant, key, app }: JobDefinition, reason: Reason): MoJobError {
  const cannot = `Cannot run job "${key}"`;
  switch (reason.code) {
    case ReasonCode.TenantDisabled:
      return new MoJobError(
        MoJobErrorCode.TenantDisabled,
        `Cannot run anything in tenant "${tenant}": it is disabled; enable it first`,
      );
    case ReasonCode.WaitingLimit:
      return new MoJobError(
        MoJobErrorCode.WaitingLimit,
        `${cannot}: ${reason.parameters.limit} runs of it wait already, which is its maxWaiting; try again when some have begun, cancel some, or raise maxWaiting`,
      );
    case ReasonCode.QuotaUsedUp:
      return new MoJobError(
        MoJobErrorCode.QuotaExceeded,
        `${cannot}: ${USED_UP[reason.parameters.quota](reason.parameters, tenant, app)}, or raise the quota`,
      );
    default:
      return new MoJobError(MoJobErrorCode.QuotaExceeded, `${cannot}: ${reasonText(reason)}`);
  }
}

function waiting(what: string, quota: string, app: string): string {
  return `${what} of app "${app}" wait already, which is its quota "${quota}"; try again when some have begun, cancel some`;
}
