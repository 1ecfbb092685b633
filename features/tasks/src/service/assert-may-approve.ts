import {
  isMoJobError,
  type JobInstance,
  MoJobError,
  MoJobErrorCode,
  type Permission,
  PrincipalKind,
} from "@mojob/core";
import { invalidInput, type TaskRequest } from "@mojob/core/engine";
import { type ApprovalNode, type Requester, assertArgsFitJsonSchema, NodeType } from "@mojob/core/feature";
import type { OpenTask } from "../driver/open-task.ts";

/** Resolves to everybody who caused a run. */
export type FindStarters = (run: JobInstance) => Promise<ReadonlySet<string>>;

/**
 * Checks an approval against what its node asks for: who may give it, and its form.
 * @throws MoJobError `forbidden`; `invalid_argument` with pointers below `/form`
 */
export async function assertMayApprove(
  requester: Requester,
  { run, plan }: OpenTask,
  request: TaskRequest,
  startersOf: FindStarters,
): Promise<void> {
  if (request.type !== "approve") return;
  const node = plan.byId.get(request.node)?.node;
  // A node that is no approval is refused by the task itself.
  if (node?.type !== NodeType.Approval) return;
  if (!isNamed(requester, node.by, run.app)) throw forbidden(node.id, `${wordsOf(node.by)} may`);
  if (await isStarter(requester, node, run, startersOf))
    throw forbidden(
      node.id,
      "it wants somebody else than who started the run, or had it start by itself by a change of the job",
    );
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

/** Whether the caller is among those whom the node asks. */
export async function mayApprove(
  requester: Requester,
  node: ApprovalNode,
  run: JobInstance,
  startersOf: FindStarters,
): Promise<boolean> {
  return isNamed(requester, node.by, run.app) && !(await isStarter(requester, node, run, startersOf));
}

async function isStarter(
  { by }: Requester,
  { by: { notTheStarter = false } }: ApprovalNode,
  run: JobInstance,
  startersOf: FindStarters,
): Promise<boolean> {
  return notTheStarter && by !== null && (await startersOf(run)).has(by);
}

/** Whether it is one of those by name, or by a permission in the task's app; where neither is said, everybody is. */
function isNamed(requester: Requester, { users, roles }: ApprovalNode["by"], app: string): boolean {
  if (users === undefined && roles === undefined) return true;
  const isRequester = (name: string): boolean => name === requester.by || personOf(name) === requester.by;
  if (requester.by !== null && users?.some(isRequester) === true) return true;
  return roles?.some((role) => requester.holds(role as Permission, app)) === true;
}

/** A name by itself is a person's too, whom records name `user:ann`. */
function personOf(name: string): string | null {
  return name.includes(":") ? null : `${PrincipalKind.User}:${name}`;
}

function wordsOf({ users = [], roles = [] }: ApprovalNode["by"]): string {
  return [...users, ...roles.map((role) => `who holds "${role}"`)].join(", ");
}

function forbidden(node: string, why: string): MoJobError {
  return new MoJobError(MoJobErrorCode.Forbidden, `Cannot approve node "${node}": ${why}`);
}
