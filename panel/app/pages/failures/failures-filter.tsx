import { NativeSelect } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { Filters } from "../../ui/filters.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { AppPicker } from "../runs/list/app-picker.tsx";
import { ViewsMenu } from "../views/views-menu.tsx";
import {
  FAILURE_WINDOWS,
  failuresSearch,
  type FailuresSearch,
  type FailureWindow,
} from "./failures-search.ts";

const route = getRouteApi("/failures");
const WINDOWS = Object.keys(FAILURE_WINDOWS) as readonly FailureWindow[];

/** Which failures are grouped, and in which order the groups stand; all of it is in the URL. */
export function FailuresFilter(): ReactElement {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const shown = route.useSearch();
  const { window = "24h", app, search, order = "newest" } = shown;
  const change = (changed: Partial<FailuresSearch>): void =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  return (
    <Filters
      search={
        <SearchField
          label={t("failures.search")}
          value={search}
          onSearch={(wanted) => change({ search: wanted })}
        />
      }
      views={
        <ViewsMenu
          page="failures"
          search={shown}
          onChoose={(chosen) => void navigate({ search: v.parse(failuresSearch, chosen) })}
        />
      }
      chosen={app === undefined ? 0 : 1}
    >
      <AppPicker value={app} onPick={(picked) => change({ app: picked })} />
      <NativeSelect
        aria-label={t("instances.time")}
        value={window}
        onChange={({ currentTarget: { value } }) => change({ window: WINDOWS.find((one) => one === value) })}
        data={WINDOWS.map((value) => ({ value, label: t(`instances.last${value}`) }))}
      />
      <NativeSelect
        aria-label={t("failures.order")}
        value={order}
        onChange={({ currentTarget: { value } }) =>
          change({ order: value === "count" ? "count" : undefined })
        }
        data={[
          { value: "newest", label: t("failures.byNewest") },
          { value: "count", label: t("failures.byCount") },
        ]}
      />
    </Filters>
  );
}
