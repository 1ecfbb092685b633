import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Incident } from "../../api/operations.generated.ts";
import { belowCauses } from "../alarms/below-causes.ts";
import { IncidentRow } from "../alarms/incident-row.tsx";
import { type AttentionKind, WayThere } from "../attention/attention-line.tsx";
import "../alarms/incidents.css";

/** The finding that an incident is opened for, by its condition. */
const KIND_OF: Readonly<Partial<Record<Incident["condition"], AttentionKind>>> = {
  run_failed: "run_failed",
  failures_in_row: "run_failed",
  no_success: "run_failed",
  firing_stopped: "firing_stopped",
  code_goes_on: "code_goes_on",
  no_worker: "no_worker",
  waiting: "waiting",
  late: "waiting",
  missed: "missed",
  fires_skipped: "overlapped",
};

export interface OpenIncidentsProps {
  readonly incidents: readonly Incident[];
  readonly hasMore: boolean;
}

/** The incidents that are not over, with what can be done about each. */
export function OpenIncidents({ incidents, hasMore }: OpenIncidentsProps): ReactElement {
  const { t } = useTranslation();
  return (
    <>
      <ul className="incidents" aria-label={t("incidents.title")}>
        {belowCauses(incidents).map(({ incident, isBelow }) => {
          const { id, condition, jobKey, runs } = incident;
          const kind = KIND_OF[condition];
          return (
            <IncidentRow
              key={id}
              incident={incident}
              isBelow={isBelow}
              advice={kind && t(`overview.todo.${kind}`)}
              wayThere={kind && <WayThere kind={kind} jobKey={jobKey} runId={runs[0] ?? null} />}
            />
          );
        })}
      </ul>
      {hasMore && (
        <Link to="/incidents" className="attention-go">
          {t("overview.allAlarms")}
        </Link>
      )}
    </>
  );
}
