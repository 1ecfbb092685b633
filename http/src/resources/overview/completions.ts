import type { CompletionMinute } from "@mojob/core/ports";
import * as v from "valibot";
import type { Parser } from "../../request/validate.ts";
import { instantOut } from "../../schema/fields.ts";

const MINUTE_MS = 60_000;

export interface CompletionMinuteJson {
  readonly at: string;
  readonly succeeded: number;
  readonly terminated: number;
  readonly cancelled: number;
  readonly skipped: number;
}

const number = v.number();

export const completionMinuteSchema: Parser<CompletionMinuteJson> = v.object({
  at: instantOut,
  succeeded: number,
  terminated: number,
  cancelled: number,
  skipped: number,
});

/** Minutes as steps of so many, each beginning at a multiple of its length. */
export function completionSteps(
  minutes: readonly CompletionMinute[],
  stepMinutes: number,
): readonly CompletionMinuteJson[] {
  const stepMs = stepMinutes * MINUTE_MS;
  const beginning = ({ at }: CompletionMinute): number => Math.floor(at.getTime() / stepMs) * stepMs;
  return [...Map.groupBy(minutes, beginning)].map(([atMs, of]) => {
    const sum = (outcome: "succeeded" | "terminated" | "cancelled" | "skipped"): number =>
      of.reduce((total, minute) => total + minute[outcome], 0);
    return {
      at: new Date(atMs).toISOString(),
      succeeded: sum("succeeded"),
      terminated: sum("terminated"),
      cancelled: sum("cancelled"),
      skipped: sum("skipped"),
    };
  });
}
