import { NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { useMay } from "../../session/use-may.ts";
import { Filters } from "../../ui/filters.tsx";
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
      <Choice
        label={t("history.what")}
        any={t("history.anything")}
        values={KINDS}
        value={kind}
        words={(one) => t(`history.did.${one}`)}
        onChoose={(chosen) => onChange({ kind: chosen })}
      />
      <Choice
        label={t("history.howEnded")}
        any={t("history.anyOutcome")}
        values={OUTCOMES}
        value={outcome}
        words={(one) => t(`history.outcome.${one}`)}
        onChoose={(chosen) => onChange({ outcome: chosen })}
      />
      {names.length > 1 && (
        <Choice
          label={t("history.app")}
          any={t("history.anyApp")}
          values={names}
          value={app}
          words={(one) => one}
          onChoose={(chosen) => onChange({ app: chosen })}
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

interface ChoiceProps<Value extends string> {
  readonly label: string;
  /** The text of no choice. */
  readonly any: string;
  readonly values: readonly Value[];
  readonly value: Value | undefined;
  readonly words: (value: Value) => string;
  readonly onChoose: (value: Value | undefined) => void;
}

function Choice<Value extends string>({
  label,
  any,
  values,
  value,
  words,
  onChoose,
}: ChoiceProps<Value>): ReactElement {
  return (
    <NativeSelect
      aria-label={label}
      value={value ?? ""}
      onChange={({ currentTarget }) => onChoose(values.find((one) => one === currentTarget.value))}
      data={[{ value: "", label: any }, ...values.map((one) => ({ value: one, label: words(one) }))]}
      data-chosen={value !== undefined || undefined}
    />
  );
}
