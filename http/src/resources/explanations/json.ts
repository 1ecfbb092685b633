import type { FireExplanation, RunExplanation, Verdict } from "@mojob/core/engine";
import { type Cause, type CauseCode, causeText, type Language, type PhaseName } from "@mojob/core/words";

export interface CauseJson {
  readonly code: CauseCode;
  readonly parameters: unknown;
  readonly text: string;
}

export interface RunExplanationJson {
  readonly verdict: Verdict;
  readonly latenessMs: number;
  readonly phases: readonly {
    readonly name: PhaseName;
    readonly from: string;
    readonly to: string | null;
    readonly ms: number;
    readonly attempt: number;
  }[];
  readonly causes: readonly CauseJson[];
}

export interface FireExplanationJson {
  readonly at: string | null;
  readonly run: string | null;
  readonly next: string | null;
  readonly causes: readonly CauseJson[];
}

export function runExplanationJson(
  { verdict, latenessMs, phases, causes }: RunExplanation,
  now: Date,
  language: Language,
): RunExplanationJson {
  return {
    verdict,
    latenessMs,
    phases: phases.map(({ name, from, to, attempt }) => ({
      name,
      from: from.toISOString(),
      to: to?.toISOString() ?? null,
      ms: (to ?? now).getTime() - from.getTime(),
      attempt,
    })),
    causes: causes.map((cause) => causeJson(cause, language)),
  };
}

export function fireExplanationJson(
  { at, run, next, causes }: FireExplanation,
  language: Language,
): FireExplanationJson {
  return {
    at: at?.toISOString() ?? null,
    run,
    next: next?.toISOString() ?? null,
    causes: causes.map((cause) => causeJson(cause, language)),
  };
}

function causeJson(cause: Cause, language: Language): CauseJson {
  return { code: cause.code, parameters: cause.parameters ?? null, text: causeText(cause, language) };
}
