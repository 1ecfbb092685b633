import { Permission } from "@mojob/core";
import type { InboxItem } from "@mojob/core/engine";
import {
  type ApprovalNode,
  type Requester,
  filledArgs,
  NodeStatus,
  NodeType,
  ownMessage,
  previewArgs,
  TaskPhase,
  waitsOf,
} from "@mojob/core/feature";
import type { OpenTask } from "../driver/open-task.ts";
import { rootFailure, type RootFailureParts } from "../driver/root-failure.ts";
import { Failures } from "../decide/failures.ts";
import { nodeStateOf } from "../decide/read-state.ts";
import { type FindStarters, mayApprove } from "./assert-may-approve.ts";
import type { WaitingTasks } from "./waiting-tasks.ts";

export interface InboxOptions extends RootFailureParts {
  readonly waiting: WaitingTasks;
  readonly startersOf: FindStarters;
}

/** The items that wait for people in the apps of a caller: approvals to give, and failures to decide on. The longest wait is first. */
export async function readInbox(requester: Requester, options: InboxOptions): Promise<readonly InboxItem[]> {
  const tasks = await options.waiting.now(requester);
  const items = await Promise.all(tasks.map((task) => itemsOf(requester, task, options)));
  return items.flat().toSorted((one, other) => one.since.getTime() - other.since.getTime());
}

/** How much of it the caller may decide, as it was some seconds ago at the most. */
export async function countInbox(requester: Requester, options: InboxOptions): Promise<number> {
  const tasks = await options.waiting.recent(requester);
  const counts = await Promise.all(tasks.map((task) => countOf(requester, task, options)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function countOf(requester: Requester, task: OpenTask, { startersOf }: InboxOptions): Promise<number> {
  const { run, state } = task;
  if (!requester.holds(Permission.OperateRuns, run.app)) return 0;
  if (state.phase === TaskPhase.Held) return 1;
  const items = await approvalItems(requester, task, startersOf);
  return items.filter(({ mayDecide }) => mayDecide).length;
}

function itemsOf(requester: Requester, task: OpenTask, options: InboxOptions): Promise<readonly InboxItem[]> {
  return task.state.phase === TaskPhase.Held
    ? heldItem(requester, task, options).then((item) => [item])
    : approvalItems(requester, task, options.startersOf);
}

type Common = Pick<InboxItem, "runId" | "jobKey" | "app" | "argsPreview" | "askedBy" | "startedAt" | "since">;

function commonOf(requester: Requester, { run, plan }: OpenTask): Common {
  const { id, jobKey, app, trigger, createdAt, startedAt } = run;
  const filled = filledArgs(run.args, plan.body.params);
  const isGiven = run.args !== null || Object.keys(filled).length > 0;
  return {
    runId: id,
    jobKey,
    app,
    argsPreview: isGiven && requester.holds(Permission.ReadPayloads, app) ? previewArgs(filled) : null,
    askedBy: trigger.by ?? null,
    startedAt: startedAt ?? createdAt,
    since: new Date(waitsOf(run)?.since ?? run.updatedAt),
  };
}

/** The most nodes whose causes are looked up. */
const MOST_CAUSES = 20;

async function heldItem(requester: Requester, task: OpenTask, parts: InboxOptions): Promise<InboxItem> {
  const { plan, state, run } = task;
  const nodes = new Failures(plan, state).unhandledOf(plan.others);
  const [node = null] = nodes;
  const maySee = requester.holds(Permission.ReadPayloads, run.app);
  const failed = nodes.map(async (id, place): Promise<InboxItem["failed"][number]> => {
    const isShown = maySee && place < MOST_CAUSES;
    const cause = isShown ? await rootFailure(task, { code: "node_failed", unhandled: [id] }, parts) : null;
    return {
      node: id,
      title: titleOf(task, id),
      code: nodeStateOf(state, id)?.code ?? null,
      cause: cause === null ? null : ownMessage(cause),
    };
  });
  return {
    ...commonOf(requester, task),
    kind: "held",
    node,
    title: titleOf(task, node),
    failed: await Promise.all(failed),
    until: state.holdUntil ?? null,
    approval: null,
    mayDecide: requester.holds(Permission.OperateRuns, run.app),
  };
}

async function approvalItems(
  requester: Requester,
  task: OpenTask,
  startersOf: FindStarters,
): Promise<readonly InboxItem[]> {
  const { plan, state, run } = task;
  const items: InboxItem[] = [];
  for (const { id, node } of plan.nodes) {
    const at = nodeStateOf(state, id);
    if (node.type !== NodeType.Approval || at?.s !== NodeStatus.Waiting) continue;
    const given = at.approvals ?? [];
    const isDone = requester.by !== null && given.includes(requester.by);
    const mayDecide =
      !isDone &&
      requester.holds(Permission.OperateRuns, run.app) &&
      // Few approvals wait in one task.
      // oxlint-disable-next-line no-await-in-loop
      (await mayApprove(requester, node, run, startersOf));
    items.push({
      ...commonOf(requester, task),
      kind: "approval",
      node: id,
      title: titleOf(task, id),
      failed: [],
      until: at.until ?? null,
      approval: approvalOf(node, given),
      mayDecide,
    });
  }
  return items;
}

function approvalOf(
  { by, onTimeout, form }: ApprovalNode,
  given: readonly string[],
): NonNullable<InboxItem["approval"]> {
  const { users = [], roles = [], quorum = 1, notTheStarter = false } = by;
  return { users, roles, quorum, notTheStarter, given, onTimeout, form: form ?? null };
}

function titleOf({ plan }: OpenTask, node: string | null): string | null {
  return node === null ? null : (plan.byId.get(node)?.node.title ?? null);
}
