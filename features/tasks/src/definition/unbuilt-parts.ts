import { ALL_PERMISSIONS, type InputIssue, issueAt, type TaskBody, type TaskNode } from "@mojob/core/engine";
import { NodeType, usesResource } from "@mojob/core/feature";
import { WorkKind } from "@mojob/core/ports";

/** Members of a job in a body: with one of these its worker has to see its end. */
const PHASE_MEMBERS: ReadonlySet<string> = new Set(["ready", "end", "resources", "verify"]);
/** The roles that there are. */
const PERMISSIONS: readonly string[] = ALL_PERMISSIONS;

/** Parts of a body that nothing executes yet: a task that has one is refused, because it would be ignored. */
export function unbuiltParts({ nodes }: TaskBody, pointer = ""): readonly InputIssue[] {
  return nodes.flatMap((node, index) => partsOfNode(node, `${pointer}/nodes/${index}`));
}

function partsOfNode(node: TaskNode, pointer: string): readonly InputIssue[] {
  const issues: InputIssue[] = [];
  const refuse = (path: string): void => void issues.push(issueAt(`${pointer}${path}`, "unknown_name"));
  if (node.type === NodeType.Job && "work" in node.job) {
    const { job } = node;
    const { successCondition } = job;
    const isPhased =
      Object.keys(job).some((name) => PHASE_MEMBERS.has(name)) ||
      (successCondition !== undefined && usesResource(successCondition));
    const parts = { ready: job.ready, end: job.end, work: isPhased ? job.work : undefined };
    // A task has runs of its own, and no phase ends with it.
    for (const [name, work] of Object.entries(parts))
      if (work?.kind === WorkKind.Task) refuse(`/job/${name}/kind`);
  }
  const { roles = [] } = node.type === NodeType.Approval ? node.by : {};
  for (const [index, role] of roles.entries())
    if (!PERMISSIONS.includes(role))
      issues.push(issueAt(`${pointer}/by/roles/${index}`, "not_one_of", { values: PERMISSIONS }));
  if (node.type === NodeType.Group) issues.push(...unbuiltParts(node as unknown as TaskBody, pointer));
  return issues;
}
