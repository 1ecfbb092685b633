/** How to treat a run while another of its job, or of its `uniqueKey`, waits or runs. */
export const Unique = {
  /** It is created beside the other. */
  Off: "off",
  /** It is recorded as Skipped, and its reason names the other. */
  Skip: "skip",
  /** It is not created: the other is returned. */
  Existing: "existing",
  /** The other takes over its arguments, where it has not begun yet; else as `skip`. */
  Replace: "replace",
} as const;
export type Unique = (typeof Unique)[keyof typeof Unique];
