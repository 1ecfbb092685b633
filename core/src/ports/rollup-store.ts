import type { RollupNumbers } from "../model/rollup/rollup-numbers.ts";
import type { Rollup, RollupGrain, RollupKey, RollupKind } from "../model/rollup/rollup.ts";
import type { RollupBatch, RollupDraft, RollupState } from "../model/rollup/rollup-state.ts";

/**
 * Keeps sums of ended runs by hour and by day, and together with them the position in the feed of ends behind the runs that they are of, so that
 * each end is in them once.
 */
export interface IMoRollupStore {
  state(tenant: string): Promise<RollupState>;
  /**
   * Adds the figures of all rows of a batch and moves the position (`stateAfter`), all or nothing; resolves to `false` where the position is another
   * one than the batch begins at. What was accepted and cut short by the end of the process is completed before the next call returns.
   */
  add(batch: RollupBatch): Promise<boolean>;
  /** Rows in force, by time, then app, then id: at most `limit`. */
  list(query: RollupQuery): Promise<readonly Rollup[]>;
  /**
   * Adds up the numbers of each subject over some times, in no order: of rows in force, as `list`. Nothing else of the rows is read.
   * @returns `null` where these are more than `limit` rows
   */
  tally(query: RollupTallyQuery): Promise<readonly RollupTally[] | null>;
  /** Begins rows of a time on beside those in force; `false` where that is under way. */
  beginDraft(tenant: string, draft: Pick<RollupDraft, "since" | "position" | "at">): Promise<boolean>;
  /** Sums of the draft for the tenant itself, by day; none where there is no draft. */
  draftDays(tenant: string): Promise<readonly Rollup[]>;
  /**
   * Puts the draft's rows in force from its time on, or drops them; the position in the feed is then that of both.
   * @returns `false` where there is no draft, and where one to be taken has not got as far as the rows in force
   */
  endDraft(tenant: string, isTaken: boolean): Promise<boolean>;
  /** Removes rows of before a time, and those that are neither in force nor of a draft; at most about `limit`. Resolves to how many. */
  remove(tenant: string, grain: RollupGrain, before: Date, limit: number): Promise<number>;
}

export interface RollupQuery {
  readonly tenant: string;
  readonly grain: RollupGrain;
  readonly kind: RollupKind;
  readonly from: Date;
  readonly before: Date;
  /** @default all */
  readonly apps?: readonly string[];
  /** Of these subjects alone. @default all */
  readonly ids?: readonly string[];
  /** Behind this one. @default from the first */
  readonly after?: Pick<RollupKey, "at" | "app" | "id">;
  readonly limit: number;
}

/** A time of which rows are read, and how long each of them is of. */
export type RollupTime = Pick<RollupQuery, "grain" | "from" | "before">;

export interface RollupTallyQuery extends Pick<RollupQuery, "tenant" | "kind" | "apps" | "ids" | "limit"> {
  /** They do not overlap. */
  readonly times: readonly RollupTime[];
}

/** What the numbers of a subject are together. */
export interface RollupTally extends Pick<RollupKey, "app" | "id">, RollupNumbers {}
