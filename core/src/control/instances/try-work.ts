import { AppSet } from "../../access/app-set.ts";
import type { Requester } from "../../access/requester.ts";
import { createId } from "../../base/ids.ts";
import { invalidInput } from "../../base/input.ts";
import { issueAt } from "../../base/issue/issue.ts";
import { jsonOf } from "../../base/json.ts";
import { trialKey } from "../../definition/trial/trial-key.ts";
import type { Trial, Trials } from "../../definition/trial/trials.ts";
import type { ExecutorRecord } from "../../model/executor-record.ts";
import { ActKind } from "../../model/history/act.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { type JobWork, WorkKind } from "../../model/job-work.ts";
import { rulesOf, workKinds } from "../../model/work-kinds.ts";
import { shortText } from "../../model/reason.ts";
import { assertApp } from "../../model/name/names.ts";
import { JobKind } from "../../model/option/job-kind.ts";
import { resolveJobOptions } from "../../model/option/resolve-options.ts";
import type { TryRequest } from "../../scheduler/instance-requests.ts";
import { changeOf } from "../history/act-changes.ts";
import { assertMayUse } from "../jobs/assert-may-use.ts";
import { findJob } from "../jobs/find-job.ts";
import { assertRunner } from "../jobs/make-job.ts";
import { parseWork } from "../jobs/parse-work.ts";
import { assertNodeRunners } from "./assert-node-runners.ts";
import { resolveRunRequest, type RunStarterOptions } from "./run-starter.ts";
import { signedBy } from "./signed-by.ts";

/** Somebody waits for the result. */
const LONGEST_MS = 10 * 60 * 1000;
const DOING = "try this work";

export interface TryWorkOptions extends RunStarterOptions {
  readonly trials: Trials;
  /** The workers of some apps. */
  readonly workers: (apps: AppSet) => Promise<readonly ExecutorRecord[]>;
}

/** Runs work once before a job has it. @throws MoJobError as `InstanceService.tryWork` */
export async function tryWork(
  requester: Requester,
  request: TryRequest,
  options: TryWorkOptions,
): Promise<JobInstance> {
  const { clock, trials, workers, creator, actLog } = options;
  const { app, args, ...signed } = signedBy(requester.by, request);
  const job = await editedJob(requester, request, options);
  const work = await parseTried(requester, request, job, options);
  const executors = await workers(AppSet.ALL);
  assertRunner(work, app, executors, DOING);
  await assertMayUse(work, job?.work ?? null, { requester, app, cache: options.cache });
  await assertNodeRunners(work, app, { executors, cache: options.cache, seen: requester.apps }, DOING);
  const now = clock.now();
  const key = trialKey(createId(now));
  const definition = await trials.keep(key, {
    ...givenBy(job),
    name: job?.options.name ?? nameOf(work),
    app,
    work,
    by: signed.by ?? null,
    at: now.toISOString(),
  });
  const { source, by } = signed;
  const asked = {
    manual: true,
    ...(args !== undefined && { args }),
    ...(source !== undefined && { source }),
    ...(by !== undefined && { by }),
  };
  const run = await resolveRunRequest(definition, asked, options);
  const { instance } = await creator.createOne({ ...run, part: { of: key, name: "try" } });
  await actLog.noteDone(
    { by: by ?? null, from: requester.from },
    {
      kind: ActKind.Try,
      app,
      jobKey: job?.key ?? null,
      madeId: instance.id,
      changes: [changeOf("work", null, jsonOf(work))],
    },
  );
  return instance;
}

/** The job whose work is tried before it is saved; `null` for a new one. */
async function editedJob(
  requester: Requester,
  { app, jobKey }: TryRequest,
  { cache }: TryWorkOptions,
): Promise<JobDefinition | null> {
  assertApp(app);
  requester.assertApp(app, DOING);
  if (jobKey === undefined) return null;
  const job = await findJob(cache, requester, jobKey);
  if (job.app === app) return job;
  throw invalidInput(DOING, [issueAt("/app", "other_app", { app: job.app })]);
}

async function parseTried(
  requester: Requester,
  { app, work: given }: TryRequest,
  job: JobDefinition | null,
  { cache, clock }: TryWorkOptions,
): Promise<JobWork> {
  const work = await parseWork(given, { key: job?.key ?? "", app, requester, cache, clock }, DOING);
  if (rulesOf(work).canBeTried === true) return work;
  // Code is declared, and other kinds say so themselves.
  const values = workKinds().flatMap(({ kind, canBeTried }) => (canBeTried === true ? [kind] : []));
  throw invalidInput(DOING, [issueAt("/work/kind", "not_one_of", { values })]);
}

function givenBy(job: JobDefinition | null): Pick<Trial, "argsSchema" | "options"> {
  const { timeoutMs, executors } = job?.options ?? resolveJobOptions(JobKind.Triggered, {}, "");
  return {
    argsSchema: job?.argsSchema ?? null,
    options: { timeoutMs: Math.min(timeoutMs, LONGEST_MS), executors },
  };
}

/** Replaces the name of a job that has none yet. */
function nameOf(work: JobWork): string {
  if (work.kind === WorkKind.Http) return shortText(`${work.method} ${work.url}`);
  if (work.kind === WorkKind.Command) return shortText(work.argv[0] ?? "");
  return work.kind === WorkKind.Script ? work.language : work.kind;
}
