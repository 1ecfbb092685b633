import { AppSet } from "../../access/app-set.ts";
import type { Requester } from "../../access/requester.ts";
import { Permission } from "../../access/permission.ts";
import type { Clock } from "../../base/clock.ts";
import { invalidInput } from "../../base/input.ts";
import { issueAt } from "../../base/issue/issue.ts";
import { isOneLine } from "../../base/shown-text.ts";
import type { ExecutorRecord } from "../../model/executor-record.ts";
import type {
  ExpectedExecutor,
  ExpectedExecutorView,
  ExpectExecutorRequest,
} from "../../model/expected-executor.ts";
import { executorAddress, isLinkLocal } from "../../model/name/executor-address.ts";
import { assertApp } from "../../model/name/names.ts";
import { changeExpectedExecutors, readExpectedExecutors } from "../../placement/expected-executors.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";

const MOST_EXECUTORS = 500;
const LONGEST_NAME = 255;
const LONGEST_LABEL = 64;
/** A stored entry has them beside its labels. */
const RESERVED: ReadonlySet<string> = new Set(["name", "at", "by"]);

export interface ExpectedExecutorsOptions {
  readonly tenant: string;
  readonly state: Pick<IMoStateStore, "get" | "compareAndSet">;
  readonly clock: Clock;
  /** The workers of some apps. */
  readonly workers: (apps: AppSet) => Promise<readonly ExecutorRecord[]>;
}

/** As `MoJobScheduler.expectedExecutors`. */
export async function listExpected(
  requester: Requester,
  app: string,
  options: ExpectedExecutorsOptions,
): Promise<readonly ExpectedExecutorView[]> {
  assertApp(app);
  requester.assertApp(app, `list executors of app "${app}"`);
  return show(app, await readExpectedExecutors(options.state, options.tenant, app), options);
}

/** As `MoJobScheduler.expectExecutor`. */
export async function addExpected(
  requester: Requester,
  app: string,
  request: ExpectExecutorRequest,
  options: ExpectedExecutorsOptions,
): Promise<readonly ExpectedExecutorView[]> {
  assertApp(app);
  const doing = `put an executor on the list of app "${app}"`;
  requester.assertApp(app, doing);
  const { tenant, state, clock } = options;
  const parsed = parseRequest(request, doing);
  // A worker calls such an executor with the app's token, so the caller needs the permission for runs: nobody gives more than
  // they have.
  if (Object.keys(parsed.labels).length > 0) requester.assertHolds(Permission.RunJobs, app);
  const added = { ...parsed, at: clock.now(), by: requester.by };
  const list = await changeExpectedExecutors(state, tenant, app, (before) => {
    const others = before.filter(({ name }) => name !== added.name);
    if (others.length >= MOST_EXECUTORS)
      throw invalidInput(doing, [issueAt("/name", "too_many", { max: MOST_EXECUTORS })]);
    return [...others, added];
  });
  return show(app, list, options);
}

/** As `MoJobScheduler.forgetExecutor`. */
export async function removeExpected(
  requester: Requester,
  app: string,
  name: string,
  options: ExpectedExecutorsOptions,
): Promise<readonly ExpectedExecutorView[]> {
  assertApp(app);
  requester.assertApp(app, `take an executor from the list of app "${app}"`);
  const list = await changeExpectedExecutors(options.state, options.tenant, app, (before) =>
    before.filter((one) => one.name !== name),
  );
  return show(app, list, options);
}

/** The expected executors under whose name no worker of the app is online. */
export function missingOf(
  expected: readonly ExpectedExecutor[],
  workers: readonly ExecutorRecord[],
): readonly ExpectedExecutor[] {
  return expected.filter((one) => workerOf(one, workers) === null);
}

async function show(
  app: string,
  expected: readonly ExpectedExecutor[],
  { workers }: ExpectedExecutorsOptions,
): Promise<readonly ExpectedExecutorView[]> {
  const ofApp = await workers(AppSet.of([app]));
  return expected.map((one) => ({ ...one, worker: workerOf(one, ofApp) }));
}

function workerOf({ name, labels }: ExpectedExecutor, workers: readonly ExecutorRecord[]): string | null {
  const wanted = Object.entries(labels);
  const found = workers.find(({ id, name: own, labels: found = {} }) =>
    wanted.length === 0
      ? own === name || id === name
      : own === name && wanted.every(([label, value]) => found[label] === value),
  );
  return found?.id ?? null;
}

function parseRequest(
  { name, labels: given = {} }: ExpectExecutorRequest,
  doing: string,
): Required<ExpectExecutorRequest> {
  const labels = Object.fromEntries(Object.entries(given).map(([label, value]) => [label, value.trim()]));
  if (Object.keys(labels).length === 0) {
    const own = name.trim();
    if (own === "" || own.length > LONGEST_NAME || !isOneLine(own))
      throw invalidInput(doing, [issueAt("/name", "not_one_line")]);
    return { name: own, labels };
  }
  for (const [label, value] of Object.entries(labels))
    if (RESERVED.has(label) || value === "" || value.length > LONGEST_LABEL || !isOneLine(value))
      throw invalidInput(doing, [issueAt(`/${label}`, "not_one_line")]);
  const address = executorAddress(name);
  if (address === null || isLinkLocal(address))
    throw invalidInput(doing, [issueAt("/name", "executor_address_rule")]);
  return { name: address, labels };
}
