import type { JobPause } from "../../model/job-definition.ts";
import { stoppedAppKey } from "../../model/name/state-key.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";

/** How an app was stopped; `null` where it is not. */
export async function readAppStop(
  state: Pick<IMoStateStore, "get">,
  tenant: string,
  app: string,
): Promise<JobPause | null> {
  const value = (await state.get(stoppedAppKey(tenant, app)))?.value;
  if (!Array.isArray(value)) return null;
  const [at, note, by] = value as readonly unknown[];
  if (typeof at !== "string") return null;
  return {
    at: new Date(at),
    until: null,
    note: typeof note === "string" && note !== "" ? note : null,
    ...(typeof by === "string" && by !== "" && { by }),
  };
}

/** Keeps that an app is stopped: with it the jobs that it registers from now on. */
export async function writeAppStop(
  state: Pick<IMoStateStore, "set">,
  tenant: string,
  app: string,
  { at, note, by = "" }: JobPause,
): Promise<void> {
  await state.set(stoppedAppKey(tenant, app), [at.toISOString(), note ?? "", by]);
}
