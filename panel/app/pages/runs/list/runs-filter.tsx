import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { formatInstant, localZone } from "../../../time/format-time.ts";
import { SearchField } from "../../../ui/search-field.tsx";
import { type RunsSearch, TIME_WINDOWS, type TimeWindow } from "./runs-search.ts";
import { JobPicker } from "./job-picker.tsx";
import { isFiltered } from "./pinned-list.ts";

const route = getRouteApi("/instances");
const BETWEEN = "between";
const UNPAGED = { cursor: undefined, pinFrom: undefined, pinTo: undefined };

/** From what the filter is, which may be newer than what is drawn. */
export type FilterChange = Partial<RunsSearch> | ((before: RunsSearch) => Partial<RunsSearch>);

/** Changes the filter in the URL; a changed one begins at the first page. */
export function useFilterChange(): (change: FilterChange) => void {
  const navigate = route.useNavigate();
  return (change) =>
    void navigate({
      search: (before) => ({
        ...before,
        ...(typeof change === "function" ? change(before) : change),
        ...UNPAGED,
      }),
      replace: true,
    });
}

/** Which runs are listed, but for their states. */
export function RunsFilter(): ReactElement {
  const { t } = useTranslation();
  const search = route.useSearch();
  const change = useFilterChange();
  const navigate = route.useNavigate();
  const [isBetween, setBetween] = useState(search.from !== undefined || search.to !== undefined);
  const chooseWindow = (value: string): void => {
    setBetween(value === BETWEEN);
    const isPreset = value in TIME_WINDOWS;
    change({ window: isPreset ? (value as TimeWindow) : undefined, from: undefined, to: undefined });
  };
  return (
    <Group gap="xs" role="search">
      <SearchField
        label={t("instances.search")}
        value={search.search}
        onSearch={(wanted) => change({ search: wanted })}
      />
      <JobPicker value={search.jobKey} onPick={(jobKey) => change({ jobKey })} />
      <AppPicker value={search.app} onPick={(app) => change({ app })} />
      <NativeSelect
        aria-label={t("instances.time")}
        value={isBetween ? BETWEEN : (search.window ?? "")}
        onChange={({ currentTarget: { value } }) => chooseWindow(value)}
        data={[
          { value: "", label: t("instances.anyTime") },
          ...(Object.keys(TIME_WINDOWS) as TimeWindow[]).map((value) => ({
            value,
            label: t(`instances.last${value}`),
          })),
          { value: BETWEEN, label: t("instances.between") },
        ]}
      />
      {isBetween && (
        <>
          <Instant
            label={t("instances.from", { zone: localZone() })}
            value={search.from}
            onChange={(from) => change({ from })}
          />
          <Instant
            label={t("instances.to", { zone: localZone() })}
            value={search.to}
            onChange={(to) => change({ to })}
          />
        </>
      )}
      {isFiltered(search) && (
        <Button
          variant="subtle"
          onClick={() => {
            setBetween(false);
            void navigate({ search: {}, replace: true });
          }}
        >
          {t("common.clear")}
        </Button>
      )}
    </Group>
  );
}

interface PickerProps {
  readonly value: string | undefined;
  readonly onPick: (value: string | undefined) => void;
}

/** Hidden while there is only one app. */
function AppPicker({ value, onPick }: PickerProps): ReactElement | null {
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

interface InstantProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** A time of the viewer's zone; the URL keeps the instant. */
function Instant({ label, value, onChange }: InstantProps): ReactElement {
  const local = value === undefined ? "" : formatInstant(new Date(value)).replace(" ", "T").slice(0, 16);
  return (
    <TextInput
      type="datetime-local"
      aria-label={label}
      title={label}
      defaultValue={local}
      key={local}
      onBlur={({ currentTarget }) => {
        const wanted = currentTarget.value;
        if (wanted !== local) onChange(wanted === "" ? undefined : new Date(wanted).toISOString());
      }}
    />
  );
}
