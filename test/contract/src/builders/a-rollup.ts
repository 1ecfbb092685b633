import { FiguresSum, type Rollup, RollupGrain, RollupKind } from "@mojob/core/ports";
import { instant } from "./instant.ts";

export interface RollupOverrides extends Partial<Omit<Rollup, "figures">> {
  /** How many runs succeeded, each of which took so long. @default one, 100 ms */
  readonly tookMs?: readonly number[];
  /** Failures by their code. @default none */
  readonly codes?: readonly string[];
}

/** A sum of an app's first hour, but for what is said otherwise. */
export function aRollup({ tookMs = [100], codes = [], ...key }: RollupOverrides): Rollup {
  const sum = new FiguresSum();
  for (const ms of tookMs) {
    sum.count("succeeded");
    sum.measure("duration", ms);
  }
  for (const code of codes) {
    sum.count("terminated");
    sum.name("codes", code);
  }
  return {
    tenant: "default",
    grain: RollupGrain.Hour,
    at: instant(),
    kind: RollupKind.App,
    app: "billing",
    id: "billing",
    ...key,
    figures: sum.figures(),
  };
}
