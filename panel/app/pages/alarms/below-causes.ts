import type { Incident } from "../../api/operations.generated.ts";

export interface PlacedIncident {
  readonly incident: Incident;
  /** It stands below the incident that explains it. */
  readonly isBelow: boolean;
}

/** The incidents of a page in their order, those that another one of the page explains right below that. */
export function belowCauses(incidents: readonly Incident[]): readonly PlacedIncident[] {
  const byId = new Map(incidents.map((incident) => [incident.id, incident]));
  // One that stands below another has none below itself.
  const isBelow = ({ explainedBy }: Incident): boolean =>
    explainedBy !== null && byId.has(explainedBy) && !byId.has(byId.get(explainedBy)?.explainedBy ?? "");
  return incidents
    .filter((incident) => !isBelow(incident))
    .flatMap((incident) => [
      { incident, isBelow: false },
      ...incidents
        .filter((one) => one.explainedBy === incident.id && isBelow(one))
        .map((one) => ({ incident: one, isBelow: true })),
    ]);
}
