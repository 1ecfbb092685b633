import { encodeCursor, parseCursor } from "../../base/page-cursor.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import type { Page, PageRequest } from "../../ports/page.ts";

/** A job with what it is ordered by, a name or an ISO 8601 instant; empty comes last in both directions. */
export interface SortedJob {
  readonly definition: JobDefinition;
  readonly by: string;
}

/** Chinese by pinyin, numbers by their value. */
const texts = new Intl.Collator("zh-Hans", { numeric: true, sensitivity: "base" });

type Place = readonly [by: string, key: string];

/**
 * The page of sorted jobs that a request asks for; jobs that `by` leaves equal are in the order of their keys.
 * @throws MoJobError `invalid_argument` at `/cursor`
 */
export function pageOfJobs(
  jobs: readonly SortedJob[],
  isDescending: boolean,
  { limit, cursor }: PageRequest,
): Page<JobDefinition> {
  const direction = isDescending ? -1 : 1;
  const compare = ([by, key]: Place, [otherBy, otherKey]: Place): number =>
    Number(by === "") - Number(otherBy === "") ||
    texts.compare(by, otherBy) * direction ||
    (key < otherKey ? -direction : Number(key > otherKey) * direction);
  const after = cursor === undefined ? null : parseCursor(cursor, ["string", "string"]);
  const rest = jobs
    .map(({ definition, by }) => ({ definition, place: [by, definition.key] as Place }))
    .filter(({ place }) => after === null || compare(place, after) > 0)
    .sort((a, b) => compare(a.place, b.place));
  const shown = rest.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(({ definition }) => definition),
    nextCursor: last === undefined || rest.length === shown.length ? null : encodeCursor(last.place),
  };
}
