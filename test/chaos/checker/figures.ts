import type { Evidence } from "./evidence.ts";
import type { EffectLine } from "../ledger/ledger-line.ts";

/** How fast the system went on. */
export interface Figures {
  /** How late fires were recorded after their time. */
  readonly fireLateMs: Spread;
  /** How long it took from a process's death until what it ran began again elsewhere. */
  readonly nextAttemptMs: Spread;
}

export interface Spread {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

export function measure({ instances, ledger }: Evidence): Figures {
  const late = instances.flatMap(({ trigger: { nominalTime }, createdAt, missed }) =>
    nominalTime === undefined || missed !== null ? [] : [createdAt.getTime() - nominalTime.getTime()],
  );
  const effects = ledger.filter((line): line is EffectLine => line.type !== "died");
  const byRun = Map.groupBy(effects, ({ instanceId }) => instanceId);
  const waits = ledger.flatMap((death) => {
    if (death.type !== "died") return [];
    return [...byRun.values()].flatMap((lines) => {
      const cut = lines.find(
        ({ type, process, attempt }) =>
          type === "begin" &&
          process === death.process &&
          !lines.some((end) => end.type === "end" && end.attempt === attempt),
      );
      const next = cut && lines.find(({ type, attempt }) => type === "begin" && attempt === cut.attempt + 1);
      return next === undefined ? [] : [next.wallMs - death.wallMs];
    });
  });
  return { fireLateMs: spreadOf(late), nextAttemptMs: spreadOf(waits) };
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), most: sorted.at(-1) ?? 0 };
}
