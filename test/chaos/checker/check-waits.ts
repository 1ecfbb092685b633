import { isDeepStrictEqual } from "node:util";
import type { JobInstance } from "@mojob/core";
import type { ApiAnswer, Evidence } from "./evidence.ts";
import { type Verdict, VerdictKind } from "./verdict.ts";

type Trigger = Extract<ApiAnswer, { readonly type: "trigger" }>;

/** An attempt whose wait was ended never ran, and a debounced run is due in time and says what was said last. */
export function checkWaits({ jobs, instances, ledger, answers }: Evidence): readonly Verdict[] {
  const begun = new Set(
    ledger.flatMap((line) => (line.type === "begin" ? [`${line.instanceId}/${line.attempt}`] : [])),
  );
  const debounced = new Map(jobs.map(({ key, debounceMaxMs }) => [key, debounceMaxMs]));
  const triggers = Map.groupBy(
    answers.filter((answer) => answer.type === "trigger"),
    ({ id }) => id,
  );
  return instances.flatMap((run): readonly Verdict[] => {
    const longestMs = debounced.get(run.jobKey);
    return [
      ...checkUnbegun(run, begun),
      ...(longestMs === undefined
        ? []
        : [...checkDue(run, longestMs), ...checkLast(run, triggers.get(run.id) ?? [], answers)]),
    ];
  });
}

function checkUnbegun({ id, history }: JobInstance, begun: ReadonlySet<string>): readonly Verdict[] {
  return history
    .filter(({ reason, attempt }) => reason?.code === "not_begun" && begun.has(`${id}/${attempt}`))
    .map(({ attempt }) => ({
      kind: VerdictKind.Doubled,
      subject: id,
      message: `attempt ${attempt} was not begun in time, and its code ran`,
    }));
}

function checkDue({ id, createdAt, scheduledFor }: JobInstance, longestMs: number): readonly Verdict[] {
  const putOffMs = (scheduledFor?.getTime() ?? 0) - createdAt.getTime();
  if (putOffMs <= longestMs) return [];
  const message = `it was put off by ${putOffMs} ms, and ${longestMs} are allowed`;
  return [{ kind: VerdictKind.Stuck, subject: id, message }];
}

/** A trigger that was asked for after another one had its response has the last word of the two. */
function checkLast(
  { id, args }: JobInstance,
  ofRun: readonly Trigger[],
  answers: readonly ApiAnswer[],
): readonly Verdict[] {
  const taken = ofRun.find((one) => isDeepStrictEqual(one.args, args));
  const answeredAtMs = taken?.answeredAtMs ?? Infinity;
  const isRepeated =
    answers.filter((one) => one.type === "trigger" && one.idempotencyKey === taken?.idempotencyKey).length >
    1;
  // A request that was repeated may have arrived again after those that came later.
  if (isRepeated) return [];
  return ofRun
    .filter(({ askedAtMs }) => askedAtMs > answeredAtMs)
    .slice(0, 1)
    .map((later) => ({
      kind: VerdictKind.Lost,
      subject: id,
      message: `it has the arguments of "${taken?.idempotencyKey}", and "${later.idempotencyKey}" came later`,
    }));
}
