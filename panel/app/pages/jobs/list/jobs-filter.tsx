import { Button, NativeSelect } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { useApi } from "../../../api/use-api.ts";
import { Picker } from "../../../ui/picker.tsx";
import { Filters } from "../../../ui/filters.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { ViewsMenu } from "../../views/views-menu.tsx";
import {
  isNarrowed,
  JOB_SORTS,
  JOB_STATUSES,
  JOB_WORKS,
  type JobsSearch,
  jobsSearch,
} from "./jobs-search.ts";

const route = getRouteApi("/jobs");
const KINDS = ["recurring", "triggered"] as const;
/** Apps and tags change seldom. */
const CHOICES_EVERY_MS = 60_000;

/** Changes the filter in the URL; a changed one begins at the first page. */
export function useJobsSearchChange(): (changed: Partial<JobsSearch>) => void {
  const navigate = route.useNavigate();
  return (changed) =>
    void navigate({ search: (before) => ({ ...before, ...changed, cursor: undefined }), replace: true });
}

/** Which jobs are listed. */
export function JobsFilter(): ReactElement {
  const { t } = useTranslation();
  const search = route.useSearch();
  const change = useJobsSearchChange();
  const navigate = route.useNavigate();
  const overview = useApi("getOverview", {}, { everyMs: CHOICES_EVERY_MS });
  const { apps = [], tags = [] } = overview.data ?? {};
  return (
    <Filters
      search={
        <SearchField
          label={t("jobs.search")}
          value={search.search}
          onSearch={(wanted) => change({ search: wanted })}
        />
      }
      views={
        <ViewsMenu
          page="jobs"
          search={search}
          onChoose={(chosen) => void navigate({ search: v.parse(jobsSearch, chosen) })}
        />
      }
      chosen={[search.status, search.kind, search.work, search.app, search.tag].filter(Boolean).length}
    >
      <Picker
        label={t("jobs.status")}
        any={t("jobs.anyStatus")}
        value={search.status}
        choices={JOB_STATUSES.map((value) => ({ value, label: t(`jobs.statusOf.${value}`) }))}
        onPick={(status) => change({ status })}
      />
      <Picker
        label={t("jobs.kind")}
        any={t("jobs.anyKind")}
        value={search.kind}
        choices={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        onPick={(kind) => change({ kind })}
      />
      <Picker
        label={t("jobs.work")}
        any={t("jobs.anyWork")}
        value={search.work}
        choices={JOB_WORKS.map((value) => ({ value, label: t(`jobs.workOf.${value}`) }))}
        onPick={(work) => change({ work })}
      />
      {(apps.length > 1 || search.app !== undefined) && (
        <Picker
          label={t("instances.app")}
          any={t("instances.anyApp")}
          value={search.app}
          choices={apps.map((value) => ({ value, label: value }))}
          onPick={(app) => change({ app })}
        />
      )}
      {(tags.length > 0 || search.tag !== undefined) && (
        <Picker
          label={t("jobs.tagged")}
          any={t("jobs.anyTag")}
          value={search.tag}
          choices={tags.map((value) => ({ value, label: value }))}
          onPick={(tag) => change({ tag })}
        />
      )}
      <NativeSelect
        hiddenFrom="sm"
        aria-label={t("jobs.sort")}
        value={search.sort ?? ""}
        onChange={({ currentTarget: { value } }) =>
          change({ sort: JOB_SORTS.find((sort) => sort === value) })
        }
        data={[
          { value: "", label: t("jobs.sortOf.key") },
          ...(["name", "nextFire", "-latestRun"] as const).map((value) => ({
            value,
            label: t(`jobs.sortOf.${value}`),
          })),
        ]}
      />
      {isNarrowed(search) && (
        <Button
          variant="subtle"
          onClick={() =>
            change({
              search: undefined,
              kind: undefined,
              work: undefined,
              app: undefined,
              tag: undefined,
              status: undefined,
            })
          }
        >
          {t("common.clear")}
        </Button>
      )}
    </Filters>
  );
}
