import type { IMoEventBus, MoEvent } from "@mojob/core/ports";

/** How a suite gets at the event bus under test. */
export interface EventBusHarness {
  /** An open bus; every test uses topics of its own, so that all may share what is behind it. */
  open(): Promise<IMoEventBus>;
  /** Ends what `open` began. @default closes the bus */
  close?(bus: IMoEventBus): Promise<void>;
  /** Resolves as soon as the condition holds and rejects when it does not within the harness's patience. */
  until(condition: () => boolean): Promise<void>;
  /** Resolves when everything that can be delivered without waiting has been. */
  settle(): Promise<void>;
  /** Lets the time before the next delivery of a failed event pass. */
  passRedelivery(): Promise<void>;
  /** Whether waiting events keep the order of their arrival within one priority. @default true */
  readonly keepsArrival?: boolean;
  /** Subscribes in a process of its own; absent where the bus ends with its process. */
  readonly spawnMember?: (topic: string, options: SpawnedMemberOptions) => Promise<SpawnedMember>;
  /** Deliveries of one event before the bus gives it up; absent when it never does. */
  readonly maxDeliveries?: number;
  /** What the bus has given up so far. */
  readonly givenUp?: () => readonly MoEvent[];
}

export interface SpawnedMemberOptions {
  readonly group?: string;
  /** Whether its handler never comes to an end. */
  readonly isStuck: boolean;
}

export interface SpawnedMember {
  /** The ids of the events it was handed so far. */
  readonly got: readonly string[];
  /** Ends it as kill -9 does. */
  kill(): Promise<void>;
}
