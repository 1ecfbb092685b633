import type { TriggerRequest } from "@mojob/core";
import { TriggerType } from "@mojob/core/ports";

/** What started a run, by the program that asked for it. What the panel starts is asked by hand: it runs in debug mode too (seed row M11). */
export function originOf(client: string | undefined): Pick<TriggerRequest, "source" | "manual"> {
  return client === "panel" ? { source: TriggerType.Panel, manual: true } : { source: TriggerType.Api };
}
