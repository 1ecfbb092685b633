import { NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";

export interface AppPickerProps {
  readonly value: string | undefined;
  readonly onPick: (value: string | undefined) => void;
}

/** Hidden while there is only one app. */
export function AppPicker({ value, onPick }: AppPickerProps): ReactElement | null {
  const { t } = useTranslation();
  const overview = useApi("getOverview", {}, { everyMs: 60_000 });
  const seen = overview.data?.apps ?? [];
  const apps = [...new Set(value === undefined ? seen : [...seen, value])].toSorted();
  if (apps.length < 2 && value === undefined) return null;
  return (
    <NativeSelect
      aria-label={t("instances.app")}
      value={value ?? ""}
      onChange={({ currentTarget }) => onPick(currentTarget.value === "" ? undefined : currentTarget.value)}
      data={[{ value: "", label: t("instances.anyApp") }, ...apps]}
    />
  );
}
