/** A day as its calendar says it. */
export interface CivilDay {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** The days of its month. */
  readonly length: number;
}

/** How a scheduler treats local times that a clock change leaves out. */
export const GapRule = {
  /** They do not fire. */
  Skip: "skip",
  /** They fire later by the length of the gap. */
  Shift: "shift",
  /** They fire at once when the clock has changed. */
  AtChange: "atChange",
  /** The next fire is as long after the one before as if the clock had not changed, in a gap and where a time is repeated alike. */
  Elapsed: "elapsed",
} as const;
export type GapRule = (typeof GapRule)[keyof typeof GapRule];

/** At which occurrence of a repeated local time a scheduler fires. */
export const OverlapRule = { First: "first", Second: "second", Both: "both" } as const;
export type OverlapRule = (typeof OverlapRule)[keyof typeof OverlapRule];

/** The rules of a cron expression in the scheduler that it comes from; lists ascend. */
export interface WallRules {
  readonly seconds: readonly number[];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly matchesDay: (day: CivilDay) => boolean;
  readonly gap: GapRule;
  /** By the hour of the clock that is repeated, or that the repeated stretch begins in. */
  readonly overlap: (hour: number) => OverlapRule;
}
