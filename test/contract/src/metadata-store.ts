import type { ContractRunner } from "./contract-runner.ts";
import {
  type MetadataStoreHarness,
  type MetadataStoreIt,
  metadataStoreTests,
} from "./metadata-store-harness.ts";
import { describeAbandoned } from "./metadata-store/abandoned.ts";
import { describeArrivals, describeArrivalsDelivered } from "./metadata-store/arrivals.ts";
import { describeCounts } from "./metadata-store/counts.ts";
import { describeDefinitions } from "./metadata-store/definitions.ts";
import { describeEnds } from "./metadata-store/ends.ts";
import { describeExecutors } from "./metadata-store/executors.ts";
import { describeFairness } from "./metadata-store/fairness.ts";
import { describeFiles } from "./metadata-store/files.ts";
import { describeHistory } from "./metadata-store/history.ts";
import { describeIncidents } from "./metadata-store/incidents.ts";
import { describeInsert } from "./metadata-store/insert.ts";
import { describeLanesChanged } from "./metadata-store/lanes-changed.ts";
import { describeLists } from "./metadata-store/lists.ts";
import { describeLogs } from "./metadata-store/logs.ts";
import { describeOpenInstances } from "./metadata-store/open-instances.ts";
import { describePaging } from "./metadata-store/paging.ts";
import { describeRecords } from "./metadata-store/records.ts";
import { describeRollups } from "./metadata-store/rollups.ts";
import { describeScripts } from "./metadata-store/scripts.ts";
import { describeSlotsGivenOn, describeSlotsLookedFor } from "./metadata-store/slots-given-on.ts";
import { describeSlots } from "./metadata-store/slots.ts";
import { describeSweep } from "./metadata-store/sweep.ts";
import { describeTasks } from "./metadata-store/tasks.ts";
import { describeTenants } from "./metadata-store/tenants.ts";
import { describeUpdate } from "./metadata-store/update.ts";
import { describeUnique } from "./metadata-store/unique.ts";
import { describeWaiting } from "./metadata-store/waiting.ts";
import { describeWatch } from "./metadata-store/watch.ts";
import { describeWorkerNames } from "./metadata-store/worker-names.ts";

const AREAS: Readonly<Record<string, (it: MetadataStoreIt) => void>> = {
  definitions: describeDefinitions,
  insert: describeInsert,
  update: describeUpdate,
  slots: describeSlots,
  "abandoned code": describeAbandoned,
  "unique keys": describeUnique,
  "waiting for a slot": describeWaiting,
  "taking turns": describeFairness,
  "lanes changed": describeLanesChanged,
  lists: describeLists,
  paging: describePaging,
  counts: describeCounts,
  ends: describeEnds,
  "open instances": describeOpenInstances,
  sweep: describeSweep,
  logs: describeLogs,
  files: describeFiles,
  records: describeRecords,
  scripts: describeScripts,
  history: describeHistory,
  incidents: describeIncidents,
  tasks: describeTasks,
  "roll-ups": describeRollups,
  executors: describeExecutors,
  "names of workers": describeWorkerNames,
  watch: describeWatch,
  tenants: describeTenants,
};

/** Holds a store to the whole contract of `IMoJobScheduleMetadataStore`. */
export function describeMetadataStore(run: ContractRunner, harness: MetadataStoreHarness): void {
  run.describe("metadata store", () => {
    const it = metadataStoreTests(run, harness);
    for (const [area, describeArea] of Object.entries(AREAS)) run.describe(area, () => describeArea(it));
    const waits = harness.waitsOnArrival ?? true;
    run.describe("arrivals", () => (waits ? describeArrivals(it) : describeArrivalsDelivered(it)));
    const givesOn = harness.givesSlotsOn ?? true;
    run.describe("slots given on", () => (givesOn ? describeSlotsGivenOn(it) : describeSlotsLookedFor(it)));
  });
}
