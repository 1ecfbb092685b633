import type { RerunReason } from "./rerun-mode.ts";

/** The plan for one node, for somebody to look at before it is done. */
export interface RerunNode {
  readonly node: string;
  /** Why it is executed again; `null` where it is taken over as it ended. */
  readonly reason: RerunReason | null;
  /** The node that it follows or holds, where that is the reason. */
  readonly after?: string;
  /** How many items of a batch are taken over. */
  readonly keptItems?: number;
  /** Whether it executes a task of which what ended ok is taken over. @default false */
  readonly isInner?: true;
}
