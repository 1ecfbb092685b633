import { createId } from "../../base/ids.ts";
import type { JobState } from "../../model/instance/job-state.ts";
import type { MoEvent } from "../../ports/event-bus.ts";

/** A run that has come to a terminal state. */
// A type and not an interface: it is JSON, which an interface could be extended out of.
export type RunEnd = {
  readonly id: string;
  readonly state: JobState;
};

/**
 * Published as soon as runs have ended. Events may be lost or delivered twice; `IMoInstanceStore.endedAfter` has every end
 * once, some seconds later.
 */
export interface RunsEndedEvent extends MoEvent {
  readonly type: "RunsEnded";
  readonly payload: { readonly runs: readonly RunEnd[] };
}

export function runsEndedEvent(runs: readonly RunEnd[], now: Date): RunsEndedEvent {
  return {
    id: createId(now),
    type: "RunsEnded",
    payload: { runs },
  };
}

/** The ends an event announces; none for another kind of event. */
export function runsEndedIn({ type, payload }: MoEvent): readonly RunEnd[] {
  return type === "RunsEnded" ? (payload as RunsEndedEvent["payload"]).runs : [];
}
