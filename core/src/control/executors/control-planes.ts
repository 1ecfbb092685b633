import * as v from "valibot";
import type { JsonValue } from "../../base/json.ts";
import type { ControlPlaneRecord } from "../../model/process/control-plane-record.ts";
import { controlPlaneKey, controlPlaneKeyPrefix } from "../../model/name/state-key.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";

/** Silence after which a control plane is no longer listed. */
const LISTED_MS = 10_000;

const RecordSchema: v.GenericSchema<unknown, ControlPlaneRecord> = v.object({
  id: v.string(),
  host: v.nullable(v.string()),
  pid: v.nullable(v.number()),
  runtime: v.string(),
  runtimeVersion: v.string(),
  version: v.nullable(v.string()),
  startedAt: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
  ),
  standsBy: v.boolean(),
  duties: v.array(v.string()),
});

/** The control planes of a tenant that are online, the oldest first. What another version wrote is left out. */
export async function readControlPlanes(
  state: IMoStateStore,
  tenant: string,
): Promise<readonly ControlPlaneRecord[]> {
  const entries = await state.list(controlPlaneKeyPrefix(tenant));
  return entries
    .flatMap(({ value }) => {
      const parsed = v.safeParse(RecordSchema, value);
      return parsed.success ? [parsed.output] : [];
    })
    .sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime() || (a.id < b.id ? -1 : 1));
}

/** Shows a control plane for ten seconds from now. */
export async function writeControlPlane(
  state: IMoStateStore,
  tenant: string,
  { startedAt, ...record }: ControlPlaneRecord,
): Promise<void> {
  const value: JsonValue = { ...record, startedAt: startedAt.toISOString(), duties: [...record.duties] };
  await state.set(controlPlaneKey(tenant, record.id), value, { ttlMs: LISTED_MS });
}

export async function removeControlPlane(state: IMoStateStore, tenant: string, id: string): Promise<void> {
  await state.delete(controlPlaneKey(tenant, id));
}
