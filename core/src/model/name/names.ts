import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { issueAt } from "../../base/issue/issue.ts";
import type { InputIssue } from "../../base/issue/issue-code.ts";
import { LONGEST_JOB_KEY } from "../../base/issue/job-key-length.ts";

/** The tenant where none is configured. */
export const DEFAULT_TENANT = "default";

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/;
const JOB_KEY = new RegExp(`^[\\p{L}\\p{N}_$][\\p{L}\\p{N}_$.:/-]{0,${LONGEST_JOB_KEY - 1}}$`, "u");
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,100}$/;

/** The rule for names of tenants and apps, as the end of a sentence. */
export const NAME_RULE: string = issueAt("", "name_rule").message;

/**
 * Whether a text can name a tenant or an app. Neither a dot, a slash, a colon nor a bar is allowed: these separate names in
 * queues, workflow ids and state keys, so no two different names can ever give the same one.
 */
export function isName(text: string): boolean {
  return NAME.test(text);
}

/** @throws MoJobError `invalid_argument` unless it can name a tenant */
export function assertTenant(tenant: string, pointer = "/tenant"): void {
  if (!isName(tenant)) throw refused(tenant, "a tenant", issueAt(pointer, "name_rule"));
}

/** @throws MoJobError `invalid_argument` unless it can name an app */
export function assertApp(app: string, pointer = "/app"): void {
  if (!isName(app)) throw refused(app, "an app", issueAt(pointer, "name_rule"));
}

/** @throws MoJobError `invalid_argument` unless the key can be part of an id: letters, digits and `_ $ . : / -`, at most 128 */
export function assertJobKey(key: string, pointer = "/key"): void {
  if (JOB_KEY.test(key)) return;
  throw refused(key, "a job key", issueAt(pointer, "job_key_rule"));
}

/** @throws MoJobError `invalid_argument` unless the key is 1 to 100 visible ASCII characters */
export function assertIdempotencyKey(key: string, pointer = "/idempotencyKey"): void {
  if (IDEMPOTENCY_KEY.test(key)) return;
  const issue = issueAt(pointer, "idempotency_key_rule", { max: 100 });
  throw new MoJobError(
    MoJobErrorCode.InvalidArgument,
    `Cannot use this idempotency key: it ${issue.message}`,
    { issues: [issue] },
  );
}

function refused(given: string, purpose: string, issue: InputIssue): MoJobError {
  const shown = JSON.stringify(given.slice(0, 140));
  return new MoJobError(
    MoJobErrorCode.InvalidArgument,
    `Cannot use ${shown} as ${purpose}: it ${issue.message}`,
    { issues: [issue] },
  );
}
