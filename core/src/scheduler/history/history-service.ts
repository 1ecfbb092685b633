import type { Act } from "../../model/history/act.ts";
import type { Page, PageRequest } from "../../ports/page.ts";

/** The acts of people and programs. */
export interface HistoryService {
  /** The newest first. */
  list(query: ActListQuery, page: PageRequest): Promise<Page<Act>>;
}

export interface ActListQuery {
  readonly app?: string;
  /** Acts on this job, and on the whole app it belongs to. */
  readonly jobKey?: string;
  /** Acts on this run, or that made it. */
  readonly instanceId?: string;
  readonly operation?: string;
  /** At this time or later. */
  readonly from?: Date;
}
