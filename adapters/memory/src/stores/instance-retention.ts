import type { IMoInstanceRetention, RetentionSweep } from "@mojob/core/ports";
import { expiredRows } from "../rows/expired-rows.ts";
import { type StoreParts, tenantOf } from "./store-parts.ts";

/** Removes runs that were kept long enough. */
export class InstanceRetentionInMemory implements IMoInstanceRetention {
  readonly #parts: StoreParts;

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  async sweep(retention: RetentionSweep): Promise<number> {
    this.#parts.lifetime.assertOpen();
    const tenant = tenantOf(this.#parts, retention.tenant);
    const job = tenant.jobs.get(retention.jobKey);
    const readTo = Math.min(
      Infinity,
      ...(retention.keepAfter ?? []).map((position) => tenant.ended.numberOf(position)),
    );
    const expired = job ? expiredRows(tenant, job.byCreation, retention, readTo) : [];
    for (const row of expired) tenant.remove(row);
    return expired.length;
  }
}
