import { isMoJobError, type JobDefinition, MoJobErrorCode } from "@mojob/core";
import { type AlarmRoute, fingerprint } from "@mojob/core/engine";
import {
  acknowledgeIncident,
  beginNotices,
  endNotices,
  endUnnoticed,
  handledIncident,
  noticeText,
} from "@mojob/core/feature";
import {
  type Clock,
  createId,
  type IMoIncidentStore,
  type Incident,
  type JsonObject,
} from "@mojob/core/ports";
import { IncidentState, incidentText, RouteAction } from "@mojob/core/words";
import { type NoticeGroup, noticeGroups, noticesDue } from "./notices.ts";

/** Incidents that the text of a notice names; of the others it says how many there are. */
const NAMED = 10;
/** Incidents that a notice carries, for services that keep each of them. */
const CARRIED = 100;

const OUTAGES: readonly MoJobErrorCode[] = [
  MoJobErrorCode.StoreUnavailable,
  MoJobErrorCode.RuntimeUnavailable,
  MoJobErrorCode.ShuttingDown,
];

/** The actions on incidents. The same id acts once. */
export interface AlarmActions {
  /** Starts the run of a job that sends a notice. */
  start(jobKey: string, id: string, args: JsonObject): Promise<void>;
  /** Runs a run again, after a delay. */
  rerun(runId: string, id: string, delayMs: number): Promise<void>;
  /** @param until `null` until it is resumed */
  pause(jobKey: string, until: Date | null, note: string): Promise<void>;
}

export interface NotifierOptions {
  readonly tenant: string;
  readonly incidents: IMoIncidentStore;
  readonly clock: Clock;
  /** Where people reach the panel, without a slash at the end; `null` where that is not known. */
  readonly publicUrl: string | null;
  readonly actions: AlarmActions;
  /** Called with why something could not be done: the others are done all the same. */
  readonly onError: (error: unknown) => void;
}

/**
 * Reports incidents by runs of jobs. An incident is first marked with the batch of its notice, then the runs are started
 * under ids that are made of the batch, then it is marked as reported: a process that dies in between leaves the next one what it
 * needs to start the same runs.
 */
export class Notifier {
  readonly #options: NotifierOptions;

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  /** @param incidents those that are not settled, as they are stored */
  async notify(
    incidents: readonly Incident[],
    routes: readonly AlarmRoute[],
    jobs: ReadonlyMap<string, JobDefinition>,
  ): Promise<void> {
    const claimed = await this.#claim(incidents, routes, jobs);
    const notifying = [...incidents.filter((one) => one.notifying !== null), ...claimed];
    const batches = Map.groupBy(notifying, (one) => one.notifying?.batch ?? "");
    for (const [batch, of] of batches) {
      for (const group of noticeGroups(batch, of, routes)) await this.#act(group);
      await this.#write(of.map((incident) => this.#noticed(incident, routes)));
    }
  }

  async #claim(
    incidents: readonly Incident[],
    routes: readonly AlarmRoute[],
    jobs: ReadonlyMap<string, JobDefinition>,
  ): Promise<readonly Incident[]> {
    const now = this.#options.clock.now();
    const batch = createId(now);
    const found = incidents
      .filter(({ notifying }) => notifying === null)
      .map((incident) => ({ incident, due: noticesDue(incident, routes, jobs, now) }));
    // Where the routes that reported it are gone, nobody is notified of its end.
    const unheard = found.filter(
      ({ incident, due }) => due.length === 0 && incident.state === IncidentState.Resolved,
    );
    await this.#write(unheard.map(({ incident }) => endUnnoticed(incident)));
    return this.#write(
      found.flatMap(({ incident, due }) => (due.length === 0 ? [] : [beginNotices(incident, due, batch)])),
    );
  }

  /** The incident after its notices were made and what its routes do about it was done. */
  #noticed(incident: Incident, routes: readonly AlarmRoute[]): Incident {
    const at = this.#options.clock.now();
    const acted = routes.filter(
      ({ id, action, events }) =>
        action !== RouteAction.Notify &&
        incident.notifying?.notices.some(({ route, event }) => route === id && events.includes(event)),
    );
    const handled = acted.reduce((before, { id, action }) => {
      const isKnown = action === RouteAction.Acknowledge && before.state === IncidentState.Open;
      const after = isKnown ? acknowledgeIncident(before, { by: null, at }) : before;
      return handledIncident(after, at, { action, route: id });
    }, incident);
    return { ...endNotices(handled), revision: incident.revision + 1 };
  }

  async #act(group: NoticeGroup): Promise<void> {
    try {
      if (group.route.action === RouteAction.Notify) await this.#make(group);
      else for (const incident of group.incidents) await this.#do(incident, group);
    } catch (error) {
      // An outage is left to the next pass; a mistake in one job is not to hold up the others.
      if (isMoJobError(error) && OUTAGES.includes(error.code)) throw error;
      this.#options.onError(error);
    }
  }

  async #make(group: NoticeGroup): Promise<void> {
    const { route, event, batch, incidents } = group;
    const [first] = incidents;
    if (first === undefined || route.job === null) return;
    const parts = [batch, route.id, event, first.condition, first.app ?? ""];
    await this.#options.actions.start(
      route.job,
      `!${await fingerprint(parts)}`,
      route.args ?? this.#argsOf(group),
    );
  }

  async #do({ id, runs: [run], jobKey }: Incident, { route, event, batch }: NoticeGroup): Promise<void> {
    const { actions, clock } = this.#options;
    const { action, actionMs } = route;
    if (action === RouteAction.Rerun && run !== undefined)
      await actions.rerun(run, await fingerprint([batch, route.id, event, id]), actionMs ?? 0);
    if (action === RouteAction.Pause && jobKey !== null) {
      const until = actionMs === null ? null : new Date(clock.now().getTime() + actionMs);
      await actions.pause(jobKey, until, `Alarm route "${route.id}": ${id}`);
    }
  }

  #argsOf({ route: { id, language }, event, incidents }: NoticeGroup): JsonObject {
    const { publicUrl, tenant, clock } = this.#options;
    const urlOf = (incident: Incident): string | null =>
      publicUrl === null ? null : `${publicUrl}/incidents/${encodeURIComponent(incident.id)}`;
    const named = incidents.slice(0, NAMED);
    const [{ condition, severity, app } = { condition: null, severity: null, app: null }] = incidents;
    const [url = null] = named.map(urlOf);
    return {
      event,
      text: noticeText({ event, incidents: named, count: incidents.length, url }, language),
      tenant,
      route: id,
      at: clock.now().toISOString(),
      condition,
      severity,
      app,
      count: incidents.length,
      url,
      incidents: incidents.slice(0, CARRIED).map((incident) => ({
        id: incident.id,
        state: incident.state,
        jobKey: incident.jobKey,
        text: incidentText(incident, language),
        openedAt: incident.openedAt.toISOString(),
        resolvedAt: incident.resolvedAt?.toISOString() ?? null,
        happened: incident.count,
        error: incident.errors[0]?.message ?? null,
        assignee: incident.assignee,
        run: incident.runs[0] ?? null,
        url: urlOf(incident),
      })),
    };
  }

  /** Resolves to those that were written; the others are looked at in the next pass. */
  async #write(incidents: readonly Incident[]): Promise<readonly Incident[]> {
    if (incidents.length === 0) return [];
    const written = await this.#options.incidents.write(incidents);
    return incidents.filter((_, index) => written[index] === true);
  }
}
