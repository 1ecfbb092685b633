import type { Clock } from "../base/clock.ts";
import { isMoJobError, MoJobErrorCode } from "../base/error.ts";
import { fingerprint } from "../base/fingerprint.ts";
import { createId } from "../base/ids.ts";
import type { JsonObject } from "../base/json.ts";
import type { AlarmRoute } from "../model/incident/alarm-route.ts";
import { type Incident, IncidentState } from "../model/incident/incident.ts";
import { endNotice, beginNotice, endUnnoticed } from "../model/incident/incident-change.ts";
import { incidentText } from "../model/words/incident-text.ts";
import { noticeText } from "../model/words/notice-text.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import type { IMoIncidentStore } from "../ports/incident-store.ts";
import { isFor, noticeDue, type NoticeGroup, noticeGroups } from "./notices.ts";

/** Incidents that one notice names; of the others it says how many there are. */
const NAMED = 10;

const OUTAGES: readonly MoJobErrorCode[] = [
  MoJobErrorCode.StoreUnavailable,
  MoJobErrorCode.RuntimeUnavailable,
  MoJobErrorCode.ShuttingDown,
];

/** Starts the run of a job that sends a notice; the same id starts one run. */
export type StartNotice = (jobKey: string, id: string, args: JsonObject) => Promise<void>;

export interface NotifierOptions {
  readonly tenant: string;
  readonly incidents: IMoIncidentStore;
  readonly clock: Clock;
  /** Where people reach the panel, without a slash at the end; `null` where that is not known. */
  readonly publicUrl: string | null;
  readonly start: StartNotice;
  /** Called with why a job could not be started: its other notices are made all the same. */
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
    for (const batch of Map.groupBy(notifying, (one) => one.notifying?.batch).values()) {
      for (const group of noticeGroups(batch, routes, jobs)) await this.#make(group);
      await this.#write(batch.map(endNotice));
    }
  }

  async #claim(
    incidents: readonly Incident[],
    routes: readonly AlarmRoute[],
    jobs: ReadonlyMap<string, JobDefinition>,
  ): Promise<readonly Incident[]> {
    const now = this.#options.clock.now();
    const batch = createId(now);
    const due = incidents.flatMap((incident) => {
      const event = noticeDue(incident, now);
      return event === null ? [] : [beginNotice(incident, event, batch, now)];
    });
    const isHeard = (incident: Incident): boolean => routes.some((route) => isFor(route, incident, jobs));
    const [heard, unheard] = [due.filter(isHeard), due.filter((incident) => !isHeard(incident))];
    // Where no route is for it, nobody is notified; at its end nothing is left to be reported.
    await this.#write(unheard.filter(({ state }) => state === IncidentState.Resolved).map(endUnnoticed));
    return this.#write(heard);
  }

  async #make(group: NoticeGroup): Promise<void> {
    const { start, onError } = this.#options;
    const { route, event, incidents } = group;
    const [first] = incidents;
    if (first === undefined) return;
    const parts = [first.notifying?.batch ?? "", route.id, event, first.condition, first.app ?? ""];
    try {
      await start(route.job, `!${await fingerprint(parts)}`, this.#argsOf(group));
    } catch (error) {
      // What the next pass can do is left to it; what is wrong with the job is not to hold up the others.
      if (isMoJobError(error) && OUTAGES.includes(error.code)) throw error;
      onError(error);
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
      incidents: named.map((incident) => ({
        id: incident.id,
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
