import type { RecordDefinition, Recorded } from "../model/record/record-definition.ts";
import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import { HISTORY, HistoryStore } from "./history-store.ts";
import { IncidentStore, INCIDENTS } from "./incident-store.ts";
import { SCRIPTS, ScriptStore } from "./script-store.ts";
import { WORKER_NAMES, WorkerNames } from "./worker-names.ts";

/** The small records that every store has from the start. */
export const OWN_RECORDS: readonly Omit<RecordDefinition<Recorded, string>, "key">[] = [
  HISTORY,
  INCIDENTS,
  SCRIPTS,
  WORKER_NAMES,
];

/** The parts of a store that are made of its small records. */
export function openOwnRecords(
  store: Pick<IMoJobScheduleMetadataStore, "records">,
): Pick<IMoJobScheduleMetadataStore, "history" | "incidents" | "scripts" | "workerNames"> {
  return {
    history: new HistoryStore(store.records(HISTORY)),
    incidents: new IncidentStore(store.records(INCIDENTS)),
    scripts: new ScriptStore(store.records(SCRIPTS)),
    workerNames: new WorkerNames(store.records(WORKER_NAMES)),
  };
}
