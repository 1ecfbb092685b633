import { type ActBook, type Asked, type Asker, differences, type IncidentService } from "@mojob/core/feature";
import { ActKind, type Incident, SubjectType } from "@mojob/core/ports";

/** Incidents whose changes by people and programs have acts. */
export function notedIncidents(incidents: Asked<IncidentService>, book: ActBook): Asked<IncidentService> {
  const noted = async (
    asker: Asker,
    id: string,
    note: string | undefined,
    change: () => Promise<Incident>,
  ): Promise<Incident> => {
    const before = await incidents.get(asker, id);
    const after = await change();
    await book.noteDone(asker, {
      kind: ActKind.HandleIncident,
      app: after.app,
      jobKey: after.jobKey,
      subject: { type: SubjectType.Incident, id },
      note: note ?? null,
      changes: differences(shownOf(before), shownOf(after)),
    });
    return after;
  };

  return {
    list: (...given) => incidents.list(...given),
    counts: (...given) => incidents.counts(...given),
    get: (...given) => incidents.get(...given),
    acknowledge: (asker, id, note) => noted(asker, id, note, () => incidents.acknowledge(asker, id, note)),
    assign: (asker, id, to, note) => noted(asker, id, note, () => incidents.assign(asker, id, to, note)),
    snooze: (asker, id, until, note) =>
      noted(asker, id, note, () => incidents.snooze(asker, id, until, note)),
    note: (asker, id, note) => noted(asker, id, note, () => incidents.note(asker, id, note)),
    resolve: (asker, id, note) => noted(asker, id, note, () => incidents.resolve(asker, id, note)),
  };
}

function shownOf({ state, assignee, snoozedUntil }: Incident): Record<string, string | null> {
  return { state, assignee, snoozedUntil: snoozedUntil?.toISOString() ?? null };
}
