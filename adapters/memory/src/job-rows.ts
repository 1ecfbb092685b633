import { compareByCreation, compareById, type InstanceRow } from "./instance-row.ts";
import { RowList } from "./row-list.ts";
import { SlotSet } from "./slot-set.ts";

/** The runs of one job, by creation and by id, and the slots they hold. */
export class JobRows {
  readonly byCreation: RowList = new RowList("inJob", compareByCreation);
  readonly byId: RowList = new RowList("inIds", compareById);
  readonly slots: SlotSet = new SlotSet();
  /** Normally one. */
  readonly apps: Set<string> = new Set();

  add(row: InstanceRow): void {
    this.apps.add(row.record.app);
    this.byCreation.add(row);
    this.byId.add(row);
  }

  remove(row: InstanceRow): void {
    this.byCreation.remove(row);
    this.byId.remove(row);
  }
}
