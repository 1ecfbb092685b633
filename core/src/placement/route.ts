import { RoutingStrategy } from "../model/option/value/routing-options.ts";
import { busyover } from "./strategies/busyover.ts";
import { consistentHash } from "./strategies/consistent-hash.ts";
import { failover } from "./strategies/failover.ts";
import { first } from "./strategies/first.ts";
import { last } from "./strategies/last.ts";
import { leastFrequentlyUsed } from "./strategies/least-frequently-used.ts";
import { leastRecentlyUsed } from "./strategies/least-recently-used.ts";
import { random } from "./strategies/random.ts";
import { round } from "./strategies/round.ts";
import { sticky } from "./strategies/sticky.ts";
import type { Choice, RoutingQuestion, Strategy } from "./strategies/strategy.ts";

/** The strategies that choose one executor: with `any` nobody does, with `broadcast` all get a shard. */
export type ChoosingStrategy = Exclude<
  RoutingStrategy,
  typeof RoutingStrategy.Any | typeof RoutingStrategy.Broadcast
>;

const STRATEGIES: Readonly<Record<ChoosingStrategy, Strategy>> = {
  [RoutingStrategy.First]: first,
  [RoutingStrategy.Last]: last,
  [RoutingStrategy.Round]: round,
  [RoutingStrategy.Random]: random,
  [RoutingStrategy.ConsistentHash]: consistentHash,
  [RoutingStrategy.LeastFrequentlyUsed]: leastFrequentlyUsed,
  [RoutingStrategy.LeastRecentlyUsed]: leastRecentlyUsed,
  [RoutingStrategy.Failover]: failover,
  [RoutingStrategy.Busyover]: busyover,
  [RoutingStrategy.Sticky]: sticky,
};

/** Chooses the executor of a run; it is pure, with a file for each strategy. */
export function route(strategy: ChoosingStrategy, question: RoutingQuestion): Choice {
  return STRATEGIES[strategy](question);
}
