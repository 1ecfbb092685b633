import type { Clock, ExecutorRecord, JobInstance, JobInstanceSummary, MoJobScheduler } from "@mojob/core";
import { type InstanceJson, instanceJson } from "./views/instance-json.ts";

export const API_BASE = "/api/v1";

/** What the routes share. */
export interface ApiContext {
  readonly scheduler: MoJobScheduler;
  readonly clock: Clock;
  /** Where the app is mounted, without a slash at the end. */
  readonly basePath: string;
  /** The one app everything is limited to. */
  readonly app: string | null;
}

/** The workers a view of these runs speaks of: asked for only where one waits for them. */
export async function workersFor(
  scheduler: MoJobScheduler,
  instances: readonly JobInstanceSummary[],
): Promise<readonly ExecutorRecord[]> {
  return instances.some(({ state }) => state === "Enqueued") ? scheduler.workers() : [];
}

export async function showInstance({ scheduler }: ApiContext, instance: JobInstance): Promise<InstanceJson> {
  return instanceJson(instance, await workersFor(scheduler, [instance]));
}

/** Where clients find a run. */
export function instanceLocation({ basePath }: ApiContext, id: string): string {
  return `${basePath}${API_BASE}/instances/${encodeURIComponent(id)}`;
}
