import type { Act, ActKind } from "../model/history/act.ts";
import type { Page, PageRequest } from "./page.ts";

/** Keeps what people and programs did. */
export interface IMoHistoryStore {
  /** Adds acts; one whose (tenant, id) is there already stays as it is. */
  append(acts: readonly Act[]): Promise<void>;
  /** The newest first, by id. A cursor is the id of the last item, whatever the query is. */
  list(query: HistoryQuery, page: PageRequest): Promise<Page<Act>>;
  /** Removes a tenant's acts of before a time, and the oldest beyond the newest `most`; resolves to how many. */
  trim(tenant: string, before: Date, most: number): Promise<number>;
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
}
