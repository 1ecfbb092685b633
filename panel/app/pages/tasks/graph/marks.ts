/** How a node, or a way, differs from that of another body. */
export type ChangeMark = "added" | "removed" | "changed";

/** Nobody needs to see colours. */
export const MARK_SIGNS: Readonly<Record<ChangeMark, string>> = { added: "+", removed: "−", changed: "~" };

/** What a drawing of two bodies says of a way that is not the same in both. */
export interface WayMark {
  readonly kind: ChangeMark;
  /** The condition under which it is taken; of one that changed that before and that after. Empty for a good end. */
  readonly words: string;
}
