import { anyExecutor } from "./strategies/any.ts";
import type { Strategy } from "./strategies/strategy.ts";

/** How the worker of a run is chosen. */
export const RoutingStrategy = {
  /** The workers take runs as they have room. */
  Any: "any",
} as const;
export type RoutingStrategy = (typeof RoutingStrategy)[keyof typeof RoutingStrategy];

const STRATEGIES: Readonly<Record<RoutingStrategy, Strategy>> = { [RoutingStrategy.Any]: anyExecutor };

/** Where the runs of a job go: one destination a run. */
export const route: Strategy = (definition, executors, memory) =>
  STRATEGIES[RoutingStrategy.Any](definition, executors, memory);
