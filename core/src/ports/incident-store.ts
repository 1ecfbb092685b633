import type { AlarmCondition } from "../model/incident/condition.ts";
import type { Incident, IncidentState } from "../model/incident/incident.ts";
import type { Page, PageRequest } from "./page.ts";

/** Keeps incidents. */
export interface IMoIncidentStore {
  /**
   * Writes each where the one that is stored has the revision before: a first one where there is none under its id. Resolves to
   * which were written.
   */
  write(incidents: readonly Incident[]): Promise<readonly boolean[]>;
  /** By id, in order; `null` for each that is not there. */
  get(tenant: string, ids: readonly string[]): Promise<readonly (Incident | null)[]>;
  /** The incidents that are not settled: not resolved, or their end is still to be reported; by the time they were opened, at most `limit`. */
  unsettled(tenant: string, limit: number): Promise<readonly Incident[]>;
  /** The one with the highest number of each key that has any. */
  latest(tenant: string, keys: readonly string[]): Promise<ReadonlyMap<string, Incident>>;
  /** Lists incidents, those opened last first, then by id. A cursor is `encodeCursor` of both of the last item, whatever the query is. */
  list(query: IncidentQuery, page: PageRequest): Promise<Page<Incident>>;
  /** Removes resolved ones of a tenant that were resolved before a time; resolves to how many. */
  trim(tenant: string, before: Date): Promise<number>;
}

export interface IncidentQuery {
  readonly tenant: string;
  readonly states?: readonly IncidentState[];
  readonly conditions?: readonly AlarmCondition[];
  readonly app?: string;
  readonly jobKey?: string;
  readonly assignee?: string;
  /** Opened at this time or later. */
  readonly from?: Date;
}
