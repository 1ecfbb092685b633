import { GRAIN_MS, grainEndOf, type Rollup, RollupGrain, type RollupKey } from "./rollup.ts";

/** Where the roll-ups of a tenant have got to in its feed of ends. */
export interface RollupState {
  /** `IMoInstanceStore.endedAfter`'s; `null` where nothing has been read. */
  readonly position: string | null;
  /** When that was written last. */
  readonly at: Date | null;
  /** Which generation of rows is in force from a time on, the earliest first; before all of them it is 0. */
  readonly generations: readonly RollupGeneration[];
  /** How many generations there have been after the first; each number is given once. */
  readonly made: number;
  /**
   * From this time on there are sums of weeks and four weeks, of all runs that hours and days are of. @default none: those of earlier versions
   * had hours and days alone
   */
  readonly coarseFrom?: Date;
  /** Rows that are made again beside those in force; `null` where none are. */
  readonly draft: RollupDraft | null;
}

export interface RollupGeneration {
  readonly since: Date;
  readonly number: number;
}

/** Rows that are made again from the runs that are kept, of a time on. */
export interface RollupDraft extends RollupGeneration {
  readonly position: string;
  /** When it was begun. */
  readonly at: Date;
  /** Whether it has sums of weeks and four weeks. @default false */
  readonly isCoarse?: boolean;
}

/** Figures to be added together with the position in the feed behind the runs that they are of. */
export interface RollupBatch {
  readonly tenant: string;
  /** Where the feed was read from. */
  readonly from: string | null;
  readonly to: string;
  /** The time of the write. */
  readonly at: Date;
  /** One for each subject and time. */
  readonly rows: readonly Rollup[];
  /** Whether they are added to the draft, and not to the rows in force. */
  readonly isDraft: boolean;
}

/** A time, and the generation of rows that is in force in it. */
export interface RollupStretch {
  readonly number: number;
  /** @default it has no beginning */
  readonly from?: Date;
  /** @default it has no end */
  readonly before?: Date;
}

export const NO_ROLLUPS: RollupState = { position: null, at: null, generations: [], made: 0, draft: null };

/** A tenant's roll-ups after a batch; `null` where these have got to another position than the batch begins at. */
export function stateAfter(state: RollupState, { from, to, at, isDraft }: RollupBatch): RollupState | null {
  const { draft } = state;
  if (!isDraft)
    return state.position === from ? { ...state, position: to, at, coarseFrom: coarseFrom(state, at) } : null;
  return draft?.position === from ? { ...state, draft: { ...draft, position: to } } : null;
}

/** Clocks may be apart by less. */
const CLOCKS_APART_MS = GRAIN_MS.hour;

/** Where an earlier version has counted before, no week that has begun is whole. */
function coarseFrom({ position, coarseFrom: known }: RollupState, at: Date): Date {
  if (known !== undefined) return known;
  if (position === null) return new Date(0);
  return grainEndOf(new Date(at.getTime() + CLOCKS_APART_MS), RollupGrain.FourWeeks);
}

/** The generation of rows that a batch is added to. */
export function generationFor(
  { draft, generations }: RollupState,
  { at }: Pick<RollupKey, "at">,
  isDraft: boolean,
): number {
  if (isDraft && draft !== null) return draft.number;
  return generations.findLast(({ since }) => since <= at)?.number ?? 0;
}

/** All times, each with the generation that is in force in it. */
export function stretchesOf({ generations }: RollupState): readonly RollupStretch[] {
  const [first] = generations;
  const untilFirst = first === undefined ? {} : { before: first.since };
  return [
    { number: 0, ...untilFirst },
    ...generations.map(({ since, number }, index) => {
      const next = generations[index + 1];
      return { number, from: since, ...(next !== undefined && { before: next.since }) };
    }),
  ];
}

/** With a draft of the time since; `null` where there is one already. */
export function withDraft(
  state: RollupState,
  draft: Pick<RollupDraft, "since" | "position" | "at">,
): RollupState | null {
  if (state.draft !== null) return null;
  const made = state.made + 1;
  return { ...state, made, draft: { ...draft, number: made, isCoarse: true } };
}

/** With the draft in force, where it is taken; `null` where there is none, and to take one that has not got as far as the rows in force. */
export function withoutDraft(state: RollupState, isTaken: boolean): RollupState | null {
  const { draft, generations, position } = state;
  if (draft === null || (isTaken && draft.position !== position)) return null;
  if (!isTaken) return { ...state, draft: null };
  const { since, number, isCoarse = false } = draft;
  const before = generations.filter((one) => one.since < since);
  const standing = state.coarseFrom;
  const isEarlier = isCoarse && (standing === undefined || since < standing);
  return {
    ...state,
    generations: [...before, { since, number }],
    draft: null,
    ...(isEarlier && { coarseFrom: since }),
  };
}
