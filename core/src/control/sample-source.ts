import type { JsonObject } from "../base/json.ts";

export interface SampleSourceQuery {
  readonly tenant: string;
  readonly from: Date;
  readonly to: Date;
  /** `null` are all. */
  readonly apps: readonly string[] | null;
  /** The `next` of the page before; `null` is the first page. */
  readonly after: string | null;
  readonly limit: number;
}

export interface SampleSourcePage {
  /** Plain JSON, times as ISO 8601. */
  readonly records: readonly JsonObject[];
  /** `null` on the last page. */
  readonly next: string | null;
}

/** Samples of one kind that a feature keeps: an export has those of its range. */
export interface SampleSource {
  /** The kind, in lower case: `worker-load`. */
  readonly name: string;
  read(query: SampleSourceQuery): Promise<SampleSourcePage>;
}
