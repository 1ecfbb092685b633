/** How to treat stored options when the code of an app states others. */
export const OptionRule = {
  /** The stored options stay in force; the differences are shown (seed row M4). */
  Stored: "stored",
  /** Options that nobody edited take the code's value; edited ones stay, and are shown. */
  FollowCode: "follow-code",
} as const;
export type OptionRule = (typeof OptionRule)[keyof typeof OptionRule];
