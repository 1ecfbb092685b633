import type { IMoLogStore, JobLogLine } from "@mojob/core/ports";
import { type StoreParts, tenantOf } from "./store-parts.ts";

/** Keeps log lines with the run that wrote them; they are removed with it. */
export class LogStoreInMemory implements IMoLogStore {
  readonly #parts: StoreParts;

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  async append(lines: readonly JobLogLine[]): Promise<void> {
    this.#parts.lifetime.assertOpen();
    for (const line of lines) {
      const row = tenantOf(this.#parts, line.tenant).rows.get(line.instanceId);
      if (!row) continue;
      const kept = (row.logs ??= []);
      const index = firstFrom(kept, line.seq);
      if (kept[index]?.seq !== line.seq) kept.splice(index, 0, line);
    }
  }

  async cut(mark: JobLogLine, upTo: number): Promise<void> {
    this.#parts.lifetime.assertOpen();
    const row = tenantOf(this.#parts, mark.tenant).rows.get(mark.instanceId);
    if (!row) return;
    const kept = (row.logs ??= []);
    const index = firstFrom(kept, mark.seq);
    kept.splice(index, firstFrom(kept, upTo + 1) - index, mark);
  }

  async list(
    tenant: string,
    instanceId: string,
    after: number,
    limit: number,
  ): Promise<readonly JobLogLine[]> {
    this.#parts.lifetime.assertOpen();
    const kept = tenantOf(this.#parts, tenant).rows.get(instanceId)?.logs ?? [];
    const index = firstFrom(kept, after + 1);
    return kept.slice(index, index + limit);
  }
}

/** Index of the first line with this `seq` or above; lines nearly always arrive in order, so the end is tried first. */
function firstFrom(lines: readonly JobLogLine[], seq: number): number {
  if ((lines.at(-1)?.seq ?? -Infinity) < seq) return lines.length;
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (lines[middle]!.seq < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
