import { Permission } from "@mojob/core";
import type { Feature } from "@mojob/core/engine";
import type { Rules, StorageService } from "@mojob/core/feature";
import { MeasureDuty } from "./measure-duty.ts";
import { Storage } from "./storage.ts";
import { JOB_STORAGE, TENANT_STORAGE } from "./storage-records.ts";

const RULES: Rules<StorageService> = {
  read: { always: [Permission.ReadSystem], within: [Permission.ReadJobs] },
};

/** Measures what runs, logs, files, history and reports cost in bytes. */
export const STORAGE: Feature = {
  name: "storage",
  records: [JOB_STORAGE, TENANT_STORAGE],
  services: { storage: { rules: RULES, create: (parts) => new Storage(parts) } },
  duties: ({ engine }) => [new MeasureDuty(engine)],
};
