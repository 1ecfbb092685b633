import type {
  Admission,
  InstanceChange,
  InstanceCondition,
  InstancePatch,
  JobInstance,
} from "@mojob/core/ports";
import { instant } from "./instant.ts";

export interface ChangeOverrides {
  readonly at?: Date;
  readonly when?: InstanceCondition;
  readonly set?: InstancePatch;
}

/** A change of this run that wants it in the state it is in; a new state leaves its edge in the history. */
export function aChange(instance: JobInstance, overrides: ChangeOverrides = {}): InstanceChange {
  const { at = instant(1000), when = { states: [instance.state] }, set = {} } = overrides;
  const { id, tenant, state: from, attempt, worker } = instance;
  const edge = { at, from, to: set.state ?? from, attempt: set.attempt ?? attempt, worker, reason: null };
  return { tenant, id, at, when, set, append: set.state === undefined ? [] : [edge] };
}

export interface AdmissionOverrides extends ChangeOverrides {
  /** @default 1 */
  readonly limit?: number | null;
  /** @default "claim-" and the id */
  readonly claim?: string;
}

/** The admission of a run that waits for a slot where its lane is full. */
export function aPoliteAdmission(instance: JobInstance, overrides: AdmissionOverrides = {}): Admission {
  const { limit = 1 } = overrides;
  const reason = { code: "waits_for_slot", parameters: { limit: limit ?? 0 } } as const;
  const waiting = aChange(instance, { when: { states: ["Enqueued"] }, set: { reason } });
  return { ...anAdmission(instance, overrides), waiting };
}

/** The admission of a run that waits in Enqueued. */
export function anAdmission(instance: JobInstance, overrides: AdmissionOverrides = {}): Admission {
  const {
    at = instant(500),
    limit = 1,
    claim = `claim-${instance.id}`,
    when = { states: ["Enqueued"] },
  } = overrides;
  const reason = { code: "started" } as const;
  const set: InstancePatch = {
    state: "Processing",
    reason,
    attempt: 1,
    startedAt: at,
    worker: "worker-1",
    claim,
  };
  const change = aChange(instance, { at, when, set: { ...set, ...overrides.set } });
  return { change, lane: instance.lane, limit };
}
