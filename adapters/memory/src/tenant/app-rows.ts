import { CompletionRollup } from "../rows/completion-rollup.ts";
import { compareByCreation, type RowHome } from "../rows/instance-row.ts";
import { RowList } from "../rows/row-list.ts";

/** The runs of one app, or of the whole tenant, and how many ended when. */
export class AppRows {
  readonly byCreation: RowList;
  readonly completions: CompletionRollup = new CompletionRollup();
  /** The completions without parts of other runs. */
  readonly wholeCompletions: CompletionRollup = new CompletionRollup();

  constructor(home: RowHome) {
    this.byCreation = new RowList(home, compareByCreation);
  }
}
