import type { RecordDefinition, Recorded } from "../model/record/record-definition.ts";
import type { RecordFilter, RecordQuery } from "../model/record/record-query.ts";

/** Keeps small records of one kind, each as a whole. Texts are compared as they are, upper and lower case apart. */
export interface IMoRecordStore<Item extends Recorded, Field extends string> {
  readonly definition: RecordDefinition<Item, Field>;
  /**
   * Writes each whose stored revision is the one before its own: a first one, and one without a revision, where there is none
   * under its key. Resolves to which were written, in order.
   */
  put(items: readonly Item[]): Promise<readonly boolean[]>;
  /** By key, in order; `null` for each that is not there. */
  get(tenant: string, keys: readonly string[]): Promise<readonly (Item | null)[]>;
  /** Those that meet the query, at most `limit`; without the parts that are left out. */
  find<Left extends keyof Item = never>(
    query: RecordQuery<Field>,
    without?: readonly Left[],
  ): Promise<readonly Omit<Item, Left>[]>;
  /** How many a tenant has. */
  count(tenant: string): Promise<number>;
  /** Removes those of a tenant that meet the filter; resolves to how many. */
  remove(tenant: string, where: RecordFilter<Field>): Promise<number>;
}
