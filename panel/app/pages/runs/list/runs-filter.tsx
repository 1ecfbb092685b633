import { Button, Checkbox } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { Filters } from "../../../ui/filters.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { TimeRangeField } from "../../../ui/time-range.tsx";
import { ViewsMenu } from "../../views/views-menu.tsx";
import { type RunsSearch, runsSearch, TIME_WINDOWS, type TimeWindow } from "./runs-search.ts";
import { JobPicker } from "./job-picker.tsx";
import { AppPicker } from "./app-picker.tsx";
import { WorkerPicker } from "./worker-picker.tsx";
import { isFiltered } from "./pinned-list.ts";

const route = getRouteApi("/runs");
const WINDOWS = Object.keys(TIME_WINDOWS) as readonly TimeWindow[];
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
  // A cleared range shows no fields of its own.
  const [clears, setClears] = useState(0);
  return (
    <Filters
      search={
        <SearchField
          label={t("instances.search")}
          value={search.search}
          onSearch={(wanted) => change({ search: wanted })}
        />
      }
      views={
        <ViewsMenu
          page="runs"
          search={search}
          onChoose={(chosen) => void navigate({ search: v.parse(runsSearch, chosen) })}
        />
      }
      chosen={
        [search.jobKey, search.app, search.worker, search.window ?? search.from ?? search.to].filter(Boolean)
          .length
      }
    >
      <JobPicker value={search.jobKey} onPick={(jobKey) => change({ jobKey })} />
      <AppPicker value={search.app} onPick={(app) => change({ app })} />
      <WorkerPicker value={search.worker} app={search.app} onPick={(worker) => change({ worker })} />
      <TimeRangeField
        key={clears}
        label={t("instances.time")}
        any={t("instances.anyTime")}
        windows={WINDOWS}
        value={{ window: search.window, from: search.from, to: search.to }}
        onChange={change}
      />
      <Checkbox
        size="xs"
        label={t("instances.withShards")}
        title={t("instances.withShardsHint")}
        checked={search.shards === true || search.search !== undefined}
        disabled={search.search !== undefined}
        onChange={({ currentTarget: { checked } }) => change({ shards: checked || undefined })}
      />
      {isFiltered(search) && (
        <Button
          variant="subtle"
          onClick={() => {
            setClears(clears + 1);
            void navigate({ search: {}, replace: true });
          }}
        >
          {t("common.clear")}
        </Button>
      )}
    </Filters>
  );
}
