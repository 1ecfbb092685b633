import type { JsonValue } from "../../base/json.ts";

/** Something that was made of a value, which an edit of it changes no more. */
export interface ValueUse {
  /** `null`: a variable of the task was computed of it. */
  readonly node: string | null;
  /** The visits of the loops around the node, as `2.3`. */
  readonly visit: string;
  /** The name of the run that has it, see `runName`; `null` where the node itself judged by it. */
  readonly run: string | null;
  /** Its use: `params`, `vars`, or the member that was judged, such as `when`; `nodes` for the runs of a group for each item. */
  readonly as: string;
  /** The name of the parameter or the variable. */
  readonly name: string | null;
  /** The given value. */
  readonly value?: JsonValue;
}
