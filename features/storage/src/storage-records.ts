import type { JobStorage, StorageAmount } from "@mojob/core/engine";
import { defineRecords, type IMoRecordStore, type RecordDefinition, type Recorded } from "@mojob/core/ports";

/** One for each tenant. */
export const TENANT_STORAGE_KEY = "tenant";

/** The amounts of a job as they were measured last. */
export interface JobRecord extends JobStorage, Recorded {
  readonly revision: number;
}

/** The amounts of a tenant that belong to no job. */
export interface TenantRecord extends Recorded {
  readonly id: typeof TENANT_STORAGE_KEY;
  readonly revision: number;
  readonly history: StorageAmount;
  readonly reports: StorageAmount;
  readonly measuredAt: Date;
}

export type JobField = "id" | "revision";
export type TenantField = "id" | "revision";

export const JOB_STORAGE: RecordDefinition<JobRecord, JobField> = defineRecords({
  name: "job_storage",
  key: ({ key }: JobRecord) => key,
  fields: { id: { type: "text", path: "key" }, revision: "number" },
});

export const TENANT_STORAGE: RecordDefinition<TenantRecord, TenantField> = defineRecords({
  name: "tenant_storage",
  key: ({ id }: TenantRecord) => id,
  fields: { id: "text", revision: "number" },
});

const READ_AT_ONCE = 500;

/** All that was measured of a tenant's jobs, in pages by their keys. */
export async function* measuredJobs(
  records: IMoRecordStore<JobRecord, JobField>,
  tenant: string,
): AsyncGenerator<readonly JobRecord[]> {
  let last: JobRecord | undefined;
  do {
    const page: readonly JobRecord[] = await records.find({
      tenant,
      order: ["id"],
      ...(last && { after: [last.key] }),
      limit: READ_AT_ONCE,
    });
    yield page;
    last = page.length < READ_AT_ONCE ? undefined : page.at(-1);
  } while (last !== undefined);
}
