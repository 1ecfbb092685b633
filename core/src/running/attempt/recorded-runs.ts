import type { IMoInstanceStore } from "../../ports/instance-store.ts";

const AT_ONCE = 200;

/** Those of these runs that are recorded still: others were removed, by retention or by somebody. */
export async function recordedRuns(
  instances: Pick<IMoInstanceStore, "get">,
  tenant: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = await instances.get(tenant, ids.slice(at, at + AT_ONCE));
    for (const run of some) if (run !== null) found.add(run.id);
  }
  return found;
}
