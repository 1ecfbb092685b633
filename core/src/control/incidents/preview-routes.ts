import type { AppSet } from "../../access/app-set.ts";
import { isFor } from "../../alarms/notices.ts";
import { LoopTurns } from "../../base/batching/loop-turns.ts";
import type { Clock } from "../../base/clock.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import type { AlarmRoute } from "../../model/incident/alarm-route.ts";
import type { Incident } from "../../model/incident/incident.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import type { RoutePreview } from "../../scheduler/alarm-service.ts";

const PREVIEWED_MS = 30 * 24 * 3_600_000;
const PAGE = 200;
const MOST = 5000;
const EXAMPLES = 5;

export interface RoutePreviewOptions {
  readonly tenant: string;
  readonly store: Pick<IMoJobScheduleMetadataStore, "incidents">;
  readonly cache: JobDefinitionCache;
  readonly clock: Clock;
  readonly apps: AppSet;
}

/** For which of the latest incidents routes would have been, whatever the hour. */
export async function previewRoutes(
  routes: readonly AlarmRoute[],
  options: RoutePreviewOptions,
): Promise<readonly RoutePreview[]> {
  const jobs = new Map((await options.cache.getAll()).map((definition) => [definition.key, definition]));
  const incidents = await latest(options);
  return LoopTurns.of(options.clock, options.tenant).run(matches(routes, incidents, jobs));
}

function* matches(
  routes: readonly AlarmRoute[],
  incidents: readonly Incident[],
  jobs: ReadonlyMap<string, JobDefinition>,
): Generator<void, readonly RoutePreview[]> {
  const previews: RoutePreview[] = [];
  for (const route of routes) {
    const own: Incident[] = [];
    for (const incident of incidents) {
      if (isFor(route, incident, jobs)) own.push(incident);
      yield;
    }
    const examples = own.slice(0, EXAMPLES).map(({ id, openedAt }) => ({ id, openedAt }));
    previews.push({ route: route.id, incidents: own.length, examples });
  }
  return previews;
}

/** Those opened last first. */
async function latest({ tenant, store, clock, apps }: RoutePreviewOptions): Promise<readonly Incident[]> {
  const from = new Date(clock.now().getTime() - PREVIEWED_MS);
  const found: Incident[] = [];
  let cursor: string | null = null;
  do {
    // Each page begins behind the one before.
    // oxlint-disable-next-line no-await-in-loop
    const page = await store.incidents.list(
      { tenant, from },
      { limit: PAGE, ...(cursor !== null && { cursor }) },
    );
    found.push(...page.items.filter(({ app }) => (app === null ? apps.isAll : apps.has(app))));
    cursor = page.nextCursor;
  } while (cursor !== null && found.length < MOST);
  return found;
}
