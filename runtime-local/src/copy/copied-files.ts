import type { IMoJobScheduleMetadataStore } from "@mojob/core";
import { bytesOf } from "@mojob/core/engine";
import type { StoredFile } from "@mojob/core/ports";
import { COPY_BATCH } from "./copied-runs.ts";

type Store = IMoJobScheduleMetadataStore;

/** Files that were kept once are kept again, whatever the limits are now. */
const NO_LIMITS = { mostBytes: Number.MAX_SAFE_INTEGER, mostFiles: Number.MAX_SAFE_INTEGER };

/**
 * Copies the files of runs that the target has; a file that is there already is not read again.
 * @param onCopied called after each run
 */
export async function copyFiles(from: Store, to: Store, tenant: string, onCopied: () => void): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const ids: readonly string[] = await from.files.runs(tenant, after, COPY_BATCH);
    const runs = ids.length === 0 ? [] : await to.instances.get(tenant, ids);
    for (const run of runs) {
      if (run === null) continue;
      const there = new Map((await to.files.list(tenant, run.id)).map((file) => [file.name, file.sha256]));
      for (const file of await from.files.list(tenant, run.id))
        if (there.get(file.name) !== file.sha256) await copyFile(from, to, file);
      onCopied();
    }
    if (ids.length < COPY_BATCH) return;
    after = ids.at(-1) ?? null;
  }
}

async function copyFile(from: Store, to: Store, { tenant, instanceId, name }: StoredFile): Promise<void> {
  const content = await from.files.get(tenant, instanceId, name);
  if (content !== null) await to.files.put({ tenant, instanceId, name }, bytesOf(content.open()), NO_LIMITS);
}
