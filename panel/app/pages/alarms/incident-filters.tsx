import { NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Filters } from "../../ui/filters.tsx";
import { SearchField } from "../../ui/search-field.tsx";

const STATES = ["open", "acknowledged"] as const;

/** The filter of the alarms that are not over. */
export interface IncidentFilter {
  readonly state: (typeof STATES)[number] | undefined;
  /** In the job, the app or one of the errors. */
  readonly search: string | undefined;
}

export interface IncidentFiltersProps extends IncidentFilter {
  readonly onChange: (change: Partial<IncidentFilter>) => void;
}

/** Narrows the alarms by a job, an app or an error, and to what somebody is at, or nobody. */
export function IncidentFilters({ state, search, onChange }: IncidentFiltersProps): ReactElement {
  const { t } = useTranslation();
  return (
    <Filters
      chosen={state === undefined ? 0 : 1}
      search={
        <SearchField
          label={t("incidents.filter.search")}
          value={search}
          onSearch={(value) => onChange({ search: value })}
        />
      }
    >
      <NativeSelect
        aria-label={t("incidents.filter.state")}
        value={state ?? ""}
        onChange={({ currentTarget: { value } }) => onChange({ state: STATES.find((one) => one === value) })}
        data={[
          { value: "", label: t("incidents.filter.all") },
          ...STATES.map((value) => ({ value, label: t(`incidents.state.${value}`) })),
        ]}
      />
    </Filters>
  );
}
