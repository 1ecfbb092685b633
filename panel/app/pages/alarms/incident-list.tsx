import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { ApiRequest } from "../../api/call-api.ts";
import { useApi } from "../../api/use-api.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import type { PageSize } from "../../ui/page/page-size.ts";
import { Pager } from "../../ui/page/pager.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { belowCauses } from "./below-causes.ts";
import { IncidentRow } from "./incident-row.tsx";

/** Incidents come and go by time alone. */
const POLL_MS = 10_000;

export interface IncidentListProps {
  readonly query: ApiRequest<"listIncidents">["query"];
  readonly empty: string;
  readonly emptyHint?: string | undefined;
  readonly cursor: string | undefined;
  readonly size: PageSize;
}

/** A page of incidents, those opened last first. */
export function IncidentList({ query, empty, emptyHint, cursor, size }: IncidentListProps): ReactElement {
  const { t } = useTranslation();
  const incidents = useApi(
    "listIncidents",
    { query: { ...query, limit: size, ...(cursor !== undefined && { cursor }) } },
    { pollMs: POLL_MS, keepPrevious: true },
  );
  return (
    <QueryView query={incidents}>
      {({ items, nextCursor }) =>
        items.length === 0 ? (
          <EmptyState title={empty}>{emptyHint}</EmptyState>
        ) : (
          <>
            <ul className="incidents" aria-label={t("incidents.title")}>
              {belowCauses(items).map(({ incident, isBelow }) => (
                <IncidentRow key={incident.id} incident={incident} isBelow={isBelow} />
              ))}
            </ul>
            <Pager cursor={cursor} nextCursor={nextCursor} size={size} />
          </>
        )
      }
    </QueryView>
  );
}
