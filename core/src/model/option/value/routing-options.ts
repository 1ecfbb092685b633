/** How the executor of a run is chosen. */
export const RoutingStrategy = {
  /** The executors take runs as they have room. */
  Any: "any",
  First: "first",
  Last: "last",
  /** One after the other. */
  Round: "round",
  Random: "random",
  /** The same for all runs of a job. */
  ConsistentHash: "consistentHash",
  /** The one that was chosen the fewest times. */
  LeastFrequentlyUsed: "leastFrequentlyUsed",
  /** The one that was not chosen for the longest time. */
  LeastRecentlyUsed: "leastRecentlyUsed",
  /** The first whose heartbeats arrive. */
  Failover: "failover",
  /** The first that has room. */
  Busyover: "busyover",
  /** The same for all runs with one value of their arguments. */
  Sticky: "sticky",
  /** All of them: one run for each, under one run that has their joint state. */
  Broadcast: "broadcast",
} as const;
export type RoutingStrategy = (typeof RoutingStrategy)[keyof typeof RoutingStrategy];

/** How to treat a shard of a broadcast whose executor is gone before it runs the shard. */
export const WhenGone = {
  /** Another executor runs it. */
  Elsewhere: "elsewhere",
  /** It fails. */
  Fail: "fail",
} as const;
export type WhenGone = (typeof WhenGone)[keyof typeof WhenGone];

/** Which executor of its app a run goes to. */
export interface RoutingOptions {
  /** @default "any" */
  readonly strategy: RoutingStrategy;
  /** For `sticky`, what of the arguments keeps runs together: `args.customer`, `{args.region}/{args.customer}`; "" is all of them. @default "" */
  readonly by: string;
  /** With `broadcast`, what becomes of a shard whose executor left or died before it began it, or before its retry. @default "elsewhere" */
  readonly whenGone: WhenGone;
}
