import type { TriggerRequest } from "@mojob/core";
import { TriggerType } from "@mojob/core/ports";

/** The origin of a run, by the program that asked for it. A run from the panel is asked for by hand: it runs in debug mode too (seed row M11). */
export function originOf(client: string | undefined): Pick<TriggerRequest, "source" | "manual"> {
  return client === "panel" ? { source: TriggerType.Panel, manual: true } : { source: TriggerType.Api };
}
