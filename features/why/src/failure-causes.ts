import { type JobInstance, JobState } from "@mojob/core";
import { attemptFailed, namedExecutor } from "@mojob/core/feature";
import { type Act, canonicalJson, scriptOfRun } from "@mojob/core/ports";
import type { Cause } from "@mojob/core/words";
import { deedOf, namesOf } from "./deed-of.ts";
import type { RunEvidence } from "./run-evidence.ts";

const MOST_ACTS = 5;

/** Why a run failed for good, and what is different from the run of its job that last succeeded. */
export function failureCauses(evidence: RunEvidence): readonly Cause[] {
  const { run, success } = evidence;
  return [...ownCauses(run), ...row(evidence), ...(success === null ? [] : changedSince(success, evidence))];
}

function ownCauses({ error, attempt, reason, completedAt, updatedAt }: JobInstance): readonly Cause[] {
  const at = (completedAt ?? updatedAt).toISOString();
  const said = [error === null ? null : attemptFailed(attempt, error), reason];
  return said.flatMap((one) =>
    one === null ? [] : [{ code: "recorded", parameters: { reason: one, at } } as const],
  );
}

/** How many runs in a row have failed, this one included. */
function row({ run, earlier, success }: RunEvidence): readonly Cause[] {
  const ended = earlier.filter(({ state }) => state === JobState.Succeeded || state === JobState.Terminated);
  const last = ended.findIndex(({ state }) => state === JobState.Succeeded);
  const failed = last === -1 ? ended : ended.slice(0, last);
  if (success === null && last === -1)
    return [{ code: "never_succeeded", parameters: { count: failed.length + 1 } }];
  if (failed.length === 0) return [];
  const since = (failed.at(-1)?.createdAt ?? run.createdAt).toISOString();
  const parameters = { count: failed.length + 1, atLeast: last === -1, since };
  return [{ code: "fails_in_a_row", parameters }];
}

function changedSince(success: JobInstance, { run, acts, seen }: RunEvidence): readonly Cause[] {
  const [before, after] = [success, run].map(({ worker }) =>
    worker === null ? undefined : seen.get(worker),
  );
  const [oldScript, newScript] = [success, run].map(({ history }) => scriptOfRun(history)?.version ?? null);
  const [from, to] = [before, after].map((worker) => worker?.version ?? null);
  const causes: Cause[] = acts.slice(0, MOST_ACTS).map(jobChanged);
  if (oldScript !== newScript && success.attempt > 0 && run.attempt > 0)
    causes.push({ code: "script_changed", parameters: { from: oldScript ?? null, to: newScript ?? null } });
  if (before !== undefined && after !== undefined && from !== to)
    causes.push({ code: "code_changed", parameters: { from: from ?? null, to: to ?? null } });
  if (canonicalJson(success.args) !== canonicalJson(run.args))
    causes.push({ code: "args_changed", parameters: { run: success.id } });
  const [oldName, newName] = [before, after].map((worker) => worker && namedExecutor(worker).name);
  if (oldName !== undefined && newName !== undefined && oldName !== newName)
    causes.push({ code: "worker_changed", parameters: { from: oldName, to: newName } });
  return causes.length > 0 ? causes : [{ code: "nothing_changed", parameters: { run: success.id } }];
}

function jobChanged(act: Act): Cause {
  return { code: "job_changed", parameters: { ...deedOf(act), names: namesOf(act) } };
}
