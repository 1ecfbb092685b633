import type { MoEvent } from "@mojob/core/ports";
import { uniqueName } from "../unique-name.ts";

/** An event, but for what is said otherwise. */
export function anEvent(overrides: Partial<MoEvent> = {}): MoEvent {
  return { id: uniqueName("event"), type: "Something", payload: null, ...overrides };
}

/** Events with these ids, in order. */
export function events(...ids: readonly string[]): MoEvent[] {
  return ids.map((id) => anEvent({ id }));
}
