import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Incident } from "../../api/operations.generated.ts";
import { Notice } from "../../ui/notice.tsx";
import { IncidentRow } from "./incident-row.tsx";
import "./incidents.css";

/** The open incidents of the job whose page this is. */
export function IncidentNotice({ incidents }: { readonly incidents: readonly Incident[] }): ReactElement {
  const { t } = useTranslation();
  return (
    <Notice title={t("incidents.ofJob")}>
      <ul className="incidents">
        {incidents.map((incident) => (
          <IncidentRow key={incident.id} incident={incident} />
        ))}
      </ul>
    </Notice>
  );
}
