import type { ShownStatus } from "./node-icon.tsx";

/** The facts that a node shows beside its body. */
export interface NodeLook {
  readonly status: ShownStatus;
  /** Beside the state, such as how many items are done. */
  readonly note: string | null;
  /** Branches that were taken. */
  readonly branches: readonly string[];
  /** How long it took or has taken so far; `null` where it has not begun. */
  readonly ms: number | null;
  /** Of the time that the slowest took: 0 to 1. */
  readonly share: number;
  /** It decided how long the run took. */
  readonly isCritical: boolean;
}
