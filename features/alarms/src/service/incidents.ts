import { MoJobError, MoJobErrorCode } from "@mojob/core";
import {
  type AttentionItem,
  type AttentionQuery,
  type IncidentCounts,
  type IncidentListQuery,
  invalidInput,
  isOneLine,
  issueAt,
} from "@mojob/core/engine";
import {
  acknowledgeIncident,
  type PerRequester,
  type Requester,
  assignIncident,
  byText,
  type IncidentDeed,
  type IncidentService,
  type ListOrder,
  listShown,
  listWithin,
  noteOnIncident,
  resolveIncident,
  snoozeIncident,
  unacknowledgeIncident,
} from "@mojob/core/feature";
import {
  encodeCursor,
  type Incident,
  type IncidentQuery,
  type Page,
  type PageRequest,
} from "@mojob/core/ports";
import { AlarmCondition, IncidentState, Resolution, Severity } from "@mojob/core/words";
import { type AttentionOptions, readAttention } from "./attention.ts";

const MOST_COUNTED = 5000;
const TRIES = 5;
const LONGEST_NOTE = 500;
const LONGEST_NAME = 128;
const LONGEST_SNOOZE_MS = 366 * 24 * 3_600_000;

/** The order of incidents, as stores list them: those opened last first. */
const BY_OPENING: ListOrder<Incident> = {
  compare: (a, b) => b.openedAt.getTime() - a.openedAt.getTime() || byText(b.id, a.id),
  cursorOf: ({ openedAt, id }) => encodeCursor([openedAt.getTime(), id]),
};

/** Shows incidents, and what people do about them. */
export class Incidents implements PerRequester<IncidentService> {
  readonly #options: AttentionOptions;

  constructor(options: AttentionOptions) {
    this.#options = options;
  }

  /** Incidents of no app are those of the whole tenant: who sees some apps only does not see them. */
  async list(requester: Requester, query: IncidentListQuery, page: PageRequest): Promise<Page<Incident>> {
    const { tenant, store } = this.#options;
    const { apps, by } = requester;
    const { mine = false, severity, search = "", ...rest } = query;
    if (mine && by === null) return { items: [], nextCursor: null };
    const within = { tenant, ...rest, ...(mine && by !== null && { assignee: by }) };
    const read = (part: PageRequest): Promise<Page<Incident>> =>
      listWithin<IncidentQuery, Incident>(
        apps,
        within,
        part,
        (some, wanted) => store.incidents.list(some, wanted),
        BY_OPENING,
      );
    const isShown = (one: Incident): boolean =>
      sees(requester, one) &&
      (severity ?? one.severity) === one.severity &&
      mentions(one, search.toLowerCase());
    return listShown(page, BY_OPENING, { read, show: (items) => items.filter(isShown) });
  }

  async counts(requester: Requester): Promise<IncidentCounts> {
    const { tenant, store, clock } = this.#options;
    const now = clock.now();
    const all = (await store.incidents.unsettled(tenant, MOST_COUNTED)).filter(
      (one) => one.resolvedAt === null && sees(requester, one),
    );
    const isNotified = ({ snoozedUntil, explainedBy, silencedBy, state }: Incident): boolean =>
      state === IncidentState.Open &&
      explainedBy === null &&
      silencedBy === null &&
      (snoozedUntil === null || snoozedUntil <= now);
    return {
      open: all.filter(isNotified).length,
      acknowledged: all.filter(({ state }) => state === IncidentState.Acknowledged).length,
      critical: all.filter((one) => isNotified(one) && one.severity === Severity.Critical).length,
      mine: all.filter(({ assignee }) => assignee !== null && assignee === requester.by).length,
      conditions: Object.fromEntries(
        Object.values(AlarmCondition).map((condition) => [
          condition,
          all.filter((one) => one.condition === condition).length,
        ]),
      ) as Record<AlarmCondition, number>,
    };
  }

  attention(requester: Requester, query?: AttentionQuery): Promise<readonly AttentionItem[]> {
    return readAttention(requester, this.#options, query);
  }

  async get(requester: Requester, id: string): Promise<Incident> {
    const { tenant, store } = this.#options;
    const [incident] = await store.incidents.get(tenant, [id]);
    if (incident == null || !finds(requester, incident)) throw notFound(id);
    return incident;
  }

  acknowledge(requester: Requester, id: string, note?: string): Promise<Incident> {
    return this.#change(requester, id, note, acknowledgeIncident);
  }

  unacknowledge(requester: Requester, id: string, note?: string): Promise<Incident> {
    return this.#change(requester, id, note, unacknowledgeIncident);
  }

  async assign(requester: Requester, id: string, to: string | null, note?: string): Promise<Incident> {
    const doing = `assign incident "${id}"`;
    if (to !== null && (to === "" || !isOneLine(to)))
      throw invalidInput(doing, [issueAt("/to", "not_one_line")]);
    if (to !== null && to.length > LONGEST_NAME)
      throw invalidInput(doing, [issueAt("/to", "too_long", { max: LONGEST_NAME })]);
    return this.#change(requester, id, note, (incident, deed) => assignIncident(incident, to, deed));
  }

  async snooze(requester: Requester, id: string, until: Date | null, note?: string): Promise<Incident> {
    const nowMs = this.#options.clock.now().getTime();
    const doing = `snooze incident "${id}"`;
    if (until !== null && until.getTime() <= nowMs)
      throw invalidInput(doing, [issueAt("/until", "in_the_past")]);
    if (until !== null && until.getTime() > nowMs + LONGEST_SNOOZE_MS)
      throw invalidInput(doing, [issueAt("/until", "beyond_a_year")]);
    return this.#change(requester, id, note, (incident, deed) => snoozeIncident(incident, until, deed));
  }

  note(requester: Requester, id: string, note: string): Promise<Incident> {
    return this.#change(requester, id, note, noteOnIncident, { evenIfResolved: true });
  }

  resolve(requester: Requester, id: string, note?: string): Promise<Incident> {
    return this.#change(requester, id, note, (incident, deed) =>
      resolveIncident(incident, Resolution.ByHand, deed),
    );
  }

  /** Others may change it meanwhile: what was asked for is then done to what there is. */
  async #change(
    requester: Requester,
    id: string,
    note: string | undefined,
    change: (incident: Incident, deed: IncidentDeed) => Incident,
    { evenIfResolved = false } = {},
  ): Promise<Incident> {
    const { store, clock } = this.#options;
    if ((note ?? "").length > LONGEST_NOTE)
      throw invalidInput(`change incident "${id}"`, [issueAt("/note", "too_long", { max: LONGEST_NOTE })]);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const incident = await this.get(requester, id);
      if (incident.state === IncidentState.Resolved && !evenIfResolved)
        throw new MoJobError(
          MoJobErrorCode.IncidentResolved,
          `Cannot change incident "${id}": it was resolved at ${incident.resolvedAt?.toISOString()}`,
        );
      const changed = change(incident, { by: requester.by, at: clock.now(), note: note ?? null });
      if (changed === incident) return incident;
      const [isWritten] = await store.incidents.write([changed]);
      if (isWritten === true) return changed;
    }
    throw new MoJobError(
      MoJobErrorCode.StaleRevision,
      `Cannot change incident "${id}": others change it at each try`,
    );
  }
}

function mentions({ jobKey, app, heartbeat, parameters, errors }: Incident, text: string): boolean {
  const token = typeof parameters["token"] === "string" ? parameters["token"] : null;
  const names = [jobKey, app, heartbeat, token, ...errors.map(({ message }) => message)];
  return names.some((name) => name?.toLowerCase().includes(text) === true) || text === "";
}

function sees({ apps }: Requester, { app }: Incident): boolean {
  return app === null ? apps.isAll : apps.has(app);
}

/** @throws MoJobError `forbidden` where the caller may see it and not do this with it */
function finds(requester: Requester, { app }: Incident): boolean {
  return app === null ? requester.apps.isAll : requester.finds(app);
}

function notFound(id: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.IncidentNotFound,
    `Cannot find incident "${id}": no incident has this id`,
  );
}
