import type { Asker } from "../../access/asker.ts";
import { isMoJobError, MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { invalidInput } from "../../base/input.ts";
import { assertArgsFitJsonSchema } from "../../definition/args-check.ts";
import type { OpenTask } from "../../driver/open-task.ts";
import type { TaskRequest } from "../../scheduler/task-service.ts";
import { NodeType } from "../../task/body/task-body.ts";

/**
 * Checks an approval against what its node asks for: who may give it, and its form.
 * @throws MoJobError `forbidden`; `invalid_argument` with pointers below `/form`
 */
export function assertMayApprove({ by }: Asker, { run, plan }: OpenTask, request: TaskRequest): void {
  if (request.type !== "approve") return;
  const node = plan.byId.get(request.node)?.node;
  // What is no approval is refused by the task itself.
  if (node?.type !== NodeType.Approval) return;
  const { users, notTheStarter = false } = node.by;
  if (users !== undefined && (by === null || !users.includes(by)))
    throw forbidden(node.id, `${users.join(", ")} may`);
  if (notTheStarter && run.trigger.by !== undefined && run.trigger.by === by)
    throw forbidden(node.id, "it wants somebody else than who started the run");
  if (node.form === undefined || request.branch !== "approved") return;
  try {
    assertArgsFitJsonSchema(run.jobKey, node.form, request.form ?? null);
  } catch (error) {
    if (!isMoJobError(error, MoJobErrorCode.InvalidArgs)) throw error;
    const issues = error.issues.map((issue) => ({
      ...issue,
      pointer: issue.pointer.replace(/^\/args/, "/form"),
    }));
    throw invalidInput(`approve node "${node.id}"`, issues);
  }
}

function forbidden(node: string, why: string): MoJobError {
  return new MoJobError(MoJobErrorCode.Forbidden, `Cannot approve node "${node}": ${why}`);
}
