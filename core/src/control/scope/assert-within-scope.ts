import { invalidInput } from "../../base/input.ts";
import { issueAt } from "../../base/issue/issue.ts";

/**
 * Refuses another app than the one a scheduler is limited to, so that a limit is never widened.
 * @param doing what the caller was about to do, for the message: `register jobs`
 * @throws MoJobError `invalid_argument` for another app
 */
export function assertWithinScope(scope: string | null, app: string, doing: string): void {
  if (scope === null || scope === app) return;
  throw invalidInput(doing, [issueAt("/app", "other_app", { app: scope })]);
}
