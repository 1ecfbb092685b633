import type { DebugMode } from "../dispatch/debug-mode.ts";
import type { Reason } from "../model/reason.ts";
import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import type { ExecutionRequest } from "../ports/runtime.ts";

export interface PartSuppressedOptions {
  readonly tenant: string;
  readonly store: IMoJobScheduleMetadataStore;
  readonly debugMode: DebugMode;
}

interface Requested {
  readonly request: ExecutionRequest;
}

/** Parts requests into those that may begin and those that debug mode holds back; runs are read only where a mode is on. */
export async function partSuppressed<Item extends Requested>(
  items: readonly Item[],
  { tenant, store, debugMode }: PartSuppressedOptions,
): Promise<{
  readonly may: readonly Item[];
  readonly suppressed: readonly { readonly request: ExecutionRequest; readonly reason: Reason }[];
}> {
  const modes = await debugMode.read();
  if (items.length === 0 || !(modes.recurring || modes.triggered)) return { may: items, suppressed: [] };
  const instances = await store.instances.get(
    tenant,
    items.map(({ request }) => request.instanceId),
  );
  const reasons = await Promise.all(
    instances.map(async (instance) => (instance === null ? null : debugMode.suppressionOf(instance))),
  );
  const may = items.filter((_, index) => (reasons[index] ?? null) === null);
  const suppressed = items.flatMap(({ request }, index) => {
    const reason = reasons[index] ?? null;
    return reason === null ? [] : [{ request, reason }];
  });
  return { may, suppressed };
}
