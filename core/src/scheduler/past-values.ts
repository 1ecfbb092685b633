import type { JsonValue } from "../base/json.ts";
import type { ExpressionErrorCode } from "../expression/expression-error.ts";
import type { ExpressionText } from "../model/task/task-body.ts";

/** An expression, and where it stands. */
export interface AskedValue {
  readonly text: ExpressionText;
  /** The node that reads it, for which `$.SELF` stands, too. @default what the task itself reads at its end */
  readonly node?: string | undefined;
  /** The place of an item in the node's batch, for `$.ITEM` and `$.INDEX`; `$.SELF` is its run. @default none */
  readonly item?: number | undefined;
  /** The visits of the loops around the node, as `2.3`: the values are those at its end. @default as the run stands now */
  readonly visit?: string | undefined;
}

/** The value that an expression has, or why it has none. */
export type PastValue = { readonly value: JsonValue } | { readonly issue: PastValueIssue };

export interface PastValueIssue {
  readonly code: ExpressionErrorCode | "secret" | "unknown_node" | "unknown_item" | "unknown_visit";
  /** Counted in UTF-16 units from 0; `null` where it is not in the text. */
  readonly at: number | null;
  readonly message: string;
}
