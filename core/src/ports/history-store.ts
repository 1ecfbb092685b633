import type { Act, ActKind, ActOutcome, SubjectType } from "../model/history/act.ts";
import type { ActLink, LinkedAct } from "../model/history/act-link.ts";
import type { Page, PageRequest } from "./page.ts";

/** Keeps what people and programs did. */
export interface IMoHistoryStore {
  /**
   * Adds acts with their links, in one write. An act whose (tenant, id) is there already stays as it is and gets the links besides; a link
   * that it has already is not added again.
   */
  append(acts: readonly Act[], links?: readonly ActLink[]): Promise<void>;
  /** Which of these ids a tenant has. */
  known(tenant: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** The newest first, by id. A cursor is the id of the last item, whatever the query is. */
  list(query: HistoryQuery, page: PageRequest): Promise<Page<Act>>;
  /** All of a tenant with their links, the newest first, by id. */
  listLinked(tenant: string, page: PageRequest): Promise<Page<LinkedAct>>;
  /** How many a tenant has. */
  count(tenant: string): Promise<number>;
  /** Acts of before a time, and those beyond the newest `most`: the oldest first, at most `limit`. */
  outdated(tenant: string, before: Date, most: number, limit: number): Promise<readonly LinkedAct[]>;
  /** Removes acts; resolves to how many. */
  remove(tenant: string, ids: readonly string[]): Promise<number>;
}

export interface HistoryQuery {
  readonly tenant: string;
  readonly app?: string;
  /** Acts on these jobs; `null` among them stands for acts on whole apps. */
  readonly jobKeys?: readonly (string | null)[];
  /** Acts on this run, or that made it. */
  readonly instanceId?: string;
  readonly operation?: string;
  readonly kind?: ActKind;
  /** At this time or later. */
  readonly from?: Date;
  /** Before this time. */
  readonly to?: Date;
  /** By this one: an actor's id or name. */
  readonly actor?: string;
  readonly outcome?: ActOutcome;
  readonly subject?: { readonly type: SubjectType; readonly id?: string };
  /** Only what was done to jobs, apps and runs. @default false */
  readonly isWork?: boolean;
}
