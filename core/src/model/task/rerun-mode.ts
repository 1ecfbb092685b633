/** What of an ended task is executed again. */
export type RerunMode =
  | { readonly type: "whole" }
  /** These nodes, and what follows them. */
  | { readonly type: "from"; readonly nodes: readonly string[] }
  /** What did not come to a good end, and what follows it; of batches the items that were not ok. */
  | { readonly type: "smart" };

/** Why a node is executed again. */
export const RerunReason = {
  /** Everything is. */
  Whole: "whole",
  Chosen: "chosen",
  /** It failed or was cancelled, or never came to an end. */
  NotOk: "not_ok",
  /** A failure kept it from beginning. */
  Blocked: "blocked",
  /** It follows one that is, or holds one. */
  Follows: "follows",
  /** What it cleans up is there again. */
  Cleanup: "cleanup",
  /** What it looked at may be otherwise by now. */
  Resources: "resources",
} as const;
export type RerunReason = (typeof RerunReason)[keyof typeof RerunReason];
