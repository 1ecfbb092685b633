import type { IMoJobScheduleMetadataStore, JobDefinition } from "@mojob/core";
import {
  type AlarmRoute,
  type AppSet,
  type JobDefinitionCache,
  LoopTurns,
  type RoutePreview,
} from "@mojob/core/engine";
import type { Clock, Incident } from "@mojob/core/ports";
import { isFor } from "../background/notices.ts";

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

/** The latest incidents, those opened last first. */
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
