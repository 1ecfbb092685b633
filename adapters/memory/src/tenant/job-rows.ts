import { compareByCreation, compareById, type InstanceRow } from "../rows/instance-row.ts";
import { RowList } from "../rows/row-list.ts";

/** The runs of one job, by creation and by id. */
export class JobRows {
  readonly byCreation: RowList = new RowList("inJob", compareByCreation);
  readonly byId: RowList = new RowList("inIds", compareById);
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
