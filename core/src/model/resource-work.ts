import type { JsonValue } from "../base/json.ts";
import { type JobWork, type RegisteredKind, registeredKind } from "./job-work.ts";
import type { ResourceTest, ResourceType } from "./work-check.ts";

/** Looking at a resource; runners that can are registered by a worker beside its others. */
export interface ResourceWork {
  readonly type: ResourceType;
  readonly test: ResourceTest;
  /** Its path or address; empty where only the type is asked for. */
  readonly uri: string;
  /** The SQL of a query, and what its places stand for. */
  readonly query?: string;
  readonly values?: readonly JsonValue[];
}

/** Only the bodies of tasks make such work: no job can be given it by itself. */
export const RESOURCE: RegisteredKind = registeredKind("resource");

export function resourceWork(look: ResourceWork): JobWork {
  return { kind: RESOURCE, ...look };
}

/** The resource to look at; `null` for other work. */
export function resourceOf(work: JobWork): ResourceWork | null {
  return work.kind === RESOURCE ? (work as unknown as ResourceWork) : null;
}
