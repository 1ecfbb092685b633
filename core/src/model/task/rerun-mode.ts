import type { ItemRanges } from "./item-ranges.ts";

/** The part of an ended task that is executed again. */
export type RerunMode =
  | { readonly type: "whole" }
  /** These nodes, and what follows them; of a batch with `items` only those, which had failed. */
  | {
      readonly type: "from";
      readonly nodes: readonly string[];
      /** By the id of the node. @default all items */
      readonly items?: Readonly<Record<string, ItemRanges>>;
    }
  /** Nodes that did not come to a good end, and those that follow them; of batches the items that were not ok. */
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
  /** It cleans up for a node that is executed again. */
  Cleanup: "cleanup",
  /** The resources that it looked at may have changed by now. */
  Resources: "resources",
} as const;
export type RerunReason = (typeof RerunReason)[keyof typeof RerunReason];
