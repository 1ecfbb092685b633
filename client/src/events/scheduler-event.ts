import type { InstanceEvent } from "../api/operations.generated.ts";

/** The topics that can be watched. */
export type EventTopic = "instances" | "jobs" | "workers";

interface Changes<Topic extends EventTopic, Item> {
  readonly type: Topic;
  /** The latest state of each thing that changed. */
  readonly items: readonly Item[];
  /** Whether there were more. */
  readonly truncated: boolean;
}

/** The events of a stream. */
export type SchedulerEvent =
  | Changes<"instances", InstanceEvent>
  | Changes<"jobs", { readonly key: string; readonly app: string; readonly revision: number }>
  | Changes<"workers", { readonly id: string; readonly app: string }>
  /** The stream has begun: what happens from now on is in it. */
  | { readonly type: "ready" }
  /** Events were missed: read again what you keep. */
  | { readonly type: "reset" };
