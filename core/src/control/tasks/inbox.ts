import type { Asker } from "../../access/asker.ts";
import { Permission } from "../../access/permission.ts";
import type { OpenTask } from "../../driver/open-task.ts";
import type { TaskDriver } from "../../driver/task-driver.ts";
import type { JobInstanceSummary } from "../../model/instance/job-instance.ts";
import { ReasonCode } from "../../model/reason.ts";
import { JobState } from "../../model/instance/job-state.ts";
import { waitsOf } from "../../model/instance/lane.ts";
import { FOR_PEOPLE } from "../../model/task-waiting.ts";
import type { IMoInstanceQueries, InstanceQuery } from "../../ports/instance-queries.ts";
import type { Page } from "../../ports/page.ts";
import type { InboxItem } from "../../scheduler/task-service.ts";
import { type ApprovalNode, NodeType } from "../../task/body/task-body.ts";
import { Failures } from "../../task/decide/failures.ts";
import { nodeStateOf } from "../../task/decide/read-state.ts";
import { NodeStatus } from "../../task/state/node-status.ts";
import { TaskPhase } from "../../task/state/task-state.ts";
import { BY_CREATION, listWithin } from "../scope/scoped-query.ts";
import { type FindStarters, mayApprove } from "./assert-may-approve.ts";

/** Tasks under way that are looked at, the newest first. */
const MOST_LOOKED_AT = 2000;
const PAGE = 500;

export interface InboxOptions {
  readonly tenant: string;
  readonly tasks: Pick<TaskDriver, "reader">;
  readonly store: { readonly queries: Pick<IMoInstanceQueries, "list"> };
  readonly startersOf: FindStarters;
}

/** What waits for people in the apps of a caller: approvals to give, and failures to decide on. What waits longest is first. */
export async function readInbox(asker: Asker, options: InboxOptions): Promise<readonly InboxItem[]> {
  const waiting = await waitingRuns(asker, options);
  const items = await Promise.all(waiting.map((run) => itemsOf(asker, run, options)));
  return items.flat().toSorted((one, other) => one.since.getTime() - other.since.getTime());
}

async function waitingRuns(
  asker: Asker,
  { tenant, store }: InboxOptions,
): Promise<readonly JobInstanceSummary[]> {
  const found: JobInstanceSummary[] = [];
  let cursor: string | null = null;
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += PAGE) {
    const page: Page<JobInstanceSummary> = await listWithin<InstanceQuery, JobInstanceSummary>(
      asker.apps,
      { tenant, states: [JobState.Processing], reason: ReasonCode.Task },
      { limit: PAGE, ...(cursor !== null && { cursor }) },
      (query, request) => store.queries.list(query, request),
      BY_CREATION,
    );
    found.push(...page.items.filter((run) => FOR_PEOPLE.has(waitsOf(run)?.for ?? "time")));
    cursor = page.nextCursor;
    if (cursor === null) break;
  }
  return found.filter(({ app }) => asker.holds(Permission.ReadRuns, app));
}

async function itemsOf(
  asker: Asker,
  { id }: JobInstanceSummary,
  { tasks, startersOf }: InboxOptions,
): Promise<readonly InboxItem[]> {
  const task = await tasks.reader.read(id);
  if (task === null) return [];
  return task.state.phase === TaskPhase.Held
    ? [heldItem(asker, task)]
    : approvalItems(asker, task, startersOf);
}

type Common = Pick<InboxItem, "runId" | "jobKey" | "app" | "argsPreview" | "askedBy" | "startedAt" | "since">;

function commonOf(asker: Asker, { run }: OpenTask): Common {
  const { id, jobKey, app, argsPreview, trigger, createdAt, startedAt } = run;
  return {
    runId: id,
    jobKey,
    app,
    argsPreview: asker.holds(Permission.ReadPayloads, app) ? argsPreview : null,
    askedBy: trigger.by ?? null,
    startedAt: startedAt ?? createdAt,
    since: new Date(waitsOf(run)?.since ?? run.updatedAt),
  };
}

function heldItem(asker: Asker, task: OpenTask): InboxItem {
  const { plan, state, run } = task;
  const nodes = new Failures(plan, state).unhandledOf(plan.others);
  const [node = null] = nodes;
  return {
    ...commonOf(asker, task),
    kind: "held",
    node,
    title: titleOf(task, node),
    failed: nodes.map((id) => ({ node: id, code: nodeStateOf(state, id)?.code ?? null })),
    until: state.holdUntil ?? null,
    approval: null,
    mayDecide: asker.holds(Permission.OperateRuns, run.app),
  };
}

async function approvalItems(
  asker: Asker,
  task: OpenTask,
  startersOf: FindStarters,
): Promise<readonly InboxItem[]> {
  const { plan, state, run } = task;
  const items: InboxItem[] = [];
  for (const { id, node } of plan.nodes) {
    const at = nodeStateOf(state, id);
    if (node.type !== NodeType.Approval || at?.s !== NodeStatus.Waiting) continue;
    const given = at.approvals ?? [];
    const isDone = asker.by !== null && given.includes(asker.by);
    const mayDecide =
      !isDone &&
      asker.holds(Permission.OperateRuns, run.app) &&
      // Few approvals wait in one task.
      // oxlint-disable-next-line no-await-in-loop
      (await mayApprove(asker, node, run, startersOf));
    items.push({
      ...commonOf(asker, task),
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
