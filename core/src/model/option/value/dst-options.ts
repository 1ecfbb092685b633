/** How to treat a local time that a daylight-saving change leaves out. */
export const DstGap = {
  /** It fires once, later by the length of the gap. */
  Shift: "shift",
  Skip: "skip",
} as const;
export type DstGap = (typeof DstGap)[keyof typeof DstGap];

/** How to treat a local time that a daylight-saving change repeats. */
export const DstOverlap = {
  /** It fires at its first occurrence only. */
  First: "first",
  Both: "both",
} as const;
export type DstOverlap = (typeof DstOverlap)[keyof typeof DstOverlap];

export interface DstOptions {
  /** @default "shift" */
  readonly gap: DstGap;
  /** @default "first" */
  readonly overlap: DstOverlap;
}
