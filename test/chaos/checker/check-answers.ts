import type { JobInstance } from "@mojob/core";
import type { ApiAnswer, Evidence } from "./evidence.ts";
import { type Verdict, VerdictKind } from "./verdict.ts";

/** The API's responses are what happened: an accepted run is there, a cancel holds, one key means one run. */
export function checkAnswers({ answers, instances }: Evidence): readonly Verdict[] {
  const known = new Map(instances.map((run) => [run.id, run]));
  const byKey = new Map<string, string>();
  return answers.flatMap((answer): readonly Verdict[] => {
    if (answer.answeredAtMs === null) return [];
    if (answer.type === "cancel") return checkCancel(answer, known.get(answer.id));
    if (answer.type !== "trigger" || answer.id === null) return [];
    const { id, jobKey, idempotencyKey } = answer;
    if (!known.has(id))
      return [{ kind: VerdictKind.Lost, subject: id, message: "it was accepted and has no record" }];
    if (idempotencyKey === null) return [];
    const name = `${jobKey} ${idempotencyKey}`;
    const first = byKey.get(name) ?? id;
    byKey.set(name, first);
    if (first === id) return [];
    const message = `"${idempotencyKey}" was answered with it and with "${first}"`;
    return [{ kind: VerdictKind.Doubled, subject: id, message }];
  });
}

function checkCancel(
  { id, state, isRefused }: Extract<ApiAnswer, { readonly type: "cancel" }>,
  run: JobInstance | undefined,
): readonly Verdict[] {
  if (run === undefined)
    return [{ kind: VerdictKind.Lost, subject: id, message: "its cancel was answered and it has no record" }];
  // Whatever had not ended can only end Cancelled.
  const told = isRefused ? state : "Cancelled";
  if (told === null || told === run.state) return [];
  const message = `the answer to its cancel means "${told}", and it is "${run.state}"`;
  return [{ kind: VerdictKind.FalseAnswer, subject: id, message }];
}
