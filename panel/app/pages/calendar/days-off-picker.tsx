import { NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";

export interface DaysOffPickerProps {
  readonly value: string | undefined;
  readonly onPick: (key: string | undefined) => void;
}

/** Whose days off are shown. Hidden while there is no calendar of working days. */
export function DaysOffPicker({ value, onPick }: DaysOffPickerProps): ReactElement | null {
  const { t } = useTranslation();
  const calendars = useApi("listCalendars", {});
  const known = calendars.data?.items ?? [];
  if (known.length === 0 && value === undefined) return null;
  const isMissing =
    value !== undefined && calendars.data !== undefined && !known.some(({ key }) => key === value);
  return (
    <NativeSelect
      aria-label={t("calendar.daysOff.of")}
      value={value ?? ""}
      onChange={({ currentTarget: { value: key } }) => onPick(key === "" ? undefined : key)}
      data={[
        { value: "", label: t("calendar.daysOff.none") },
        ...known.map(({ key, name }) => ({ value: key, label: t("calendar.daysOff.ofOne", { name }) })),
        ...(isMissing ? [{ value, label: t("calendar.daysOff.missing", { key: value }) }] : []),
      ]}
    />
  );
}
