import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { useMay } from "../../session/use-may.ts";
import { Filters } from "../../ui/filters.tsx";
import { Picker } from "../../ui/picker.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { TimeRangeField } from "../../ui/time-range.tsx";
import { AUDIT_WINDOWS, type AuditWindow, type HistorySearch, KINDS, OUTCOMES } from "./history-search.ts";

const WINDOWS = Object.keys(AUDIT_WINDOWS) as readonly AuditWindow[];

export type AuditFilter = Pick<
  HistorySearch,
  "app" | "actor" | "kind" | "outcome" | "window" | "from" | "to"
>;

export interface AuditFiltersProps {
  readonly value: AuditFilter;
  readonly onChange: (change: Partial<AuditFilter>) => void;
}

/** Narrows the audit: who, what, how it ended, in which app and when. */
export function AuditFilters({ value, onChange }: AuditFiltersProps): ReactElement {
  const { t } = useTranslation();
  const { app, actor, kind, outcome, window, from, to } = value;
  const mayReadSystem = useMay("system:read");
  const apps = useApi("listApps", {}, { enabled: mayReadSystem });
  const names = (apps.data?.items ?? []).map((one) => one.app);
  return (
    <Filters
      chosen={[app, kind, outcome, window ?? from ?? to].filter(Boolean).length}
      search={
        <SearchField
          label={t("history.who")}
          value={actor}
          onSearch={(wanted) => onChange({ actor: wanted })}
        />
      }
    >
      <Picker
        label={t("history.what")}
        any={t("history.anything")}
        value={kind}
        choices={KINDS.map((one) => ({ value: one, label: t(`history.did.${one}`) }))}
        onPick={(chosen) => onChange({ kind: chosen })}
      />
      <Picker
        label={t("history.howEnded")}
        any={t("history.anyOutcome")}
        value={outcome}
        choices={OUTCOMES.map((one) => ({ value: one, label: t(`history.outcome.${one}`) }))}
        onPick={(chosen) => onChange({ outcome: chosen })}
      />
      {names.length > 1 && (
        <Picker
          label={t("history.app")}
          any={t("history.anyApp")}
          value={app}
          choices={names.map((one) => ({ value: one, label: one }))}
          onPick={(chosen) => onChange({ app: chosen })}
        />
      )}
      <TimeRangeField
        label={t("history.when")}
        any={t("history.anyTime")}
        windows={WINDOWS}
        value={{ window, from, to }}
        onChange={onChange}
      />
    </Filters>
  );
}
