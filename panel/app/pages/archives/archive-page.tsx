import { Group, NativeSelect, Tabs, TextInput } from "@mantine/core";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { type FormEvent, type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { DEFAULT_PAGE_SIZE } from "../../ui/page/page-size.ts";
import { Page } from "../../ui/page/page.tsx";
import { Pager } from "../../ui/page/pager.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { STATES } from "../runs/list/runs-search.ts";
import { NoArchive } from "./archive-list.tsx";
import { ArchiveRecords } from "./archive-records.tsx";
import { ArchivedRunsTable } from "./archived-runs-table.tsx";
import { SourceNotice } from "./source-notice.tsx";

const route = getRouteApi("/archives/$id");
const SECTIONS = ["definitions", "history", "workers", "samples"] as const;

/** What an imported file has. */
export function ArchivePage(): ReactElement {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const { tab } = route.useSearch();
  const navigate = useNavigate({ from: "/archives/$id" });
  const archive = useApi("getArchive", { path: { id } });
  if (archive.error?.status === 404 && archive.data === undefined)
    return (
      <Page title={t("exports.title")}>
        <NoArchive />
      </Page>
    );
  return (
    <Page title={archive.data?.archive.name ?? t("exports.title")}>
      <QueryView query={archive}>
        {({ archive: shown }) => (
          <>
            <SourceNotice archive={shown} />
            <Tabs
              value={tab ?? "runs"}
              keepMounted={false}
              onChange={(chosen) =>
                void navigate({ search: { tab: SECTIONS.find((one) => one === chosen) }, replace: true })
              }
            >
              <Tabs.List>
                <Tabs.Tab value="runs">
                  {t("exports.tabRuns")} {shown.counts.runs}
                </Tabs.Tab>
                {SECTIONS.filter((section) => shown.counts[section] > 0).map((section) => (
                  <Tabs.Tab key={section} value={section}>
                    {t(`exports.part.${section}`)} {shown.counts[section]}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              <Tabs.Panel value="runs" pt="sm">
                <ArchivedRuns id={id} />
              </Tabs.Panel>
              {SECTIONS.map((section) => (
                <Tabs.Panel key={section} value={section} pt="sm">
                  <ArchiveRecords id={id} section={section} />
                </Tabs.Panel>
              ))}
            </Tabs>
          </>
        )}
      </QueryView>
    </Page>
  );
}

function ArchivedRuns({ id }: { readonly id: string }): ReactElement {
  const { t } = useTranslation();
  const { jobKey, runId, state, size = DEFAULT_PAGE_SIZE, cursor } = route.useSearch();
  const runs = useApi(
    "listArchivedRuns",
    { path: { id }, query: { jobKey, runId, state: state && [state], limit: size, cursor } },
    { keepPrevious: true },
  );
  return (
    <>
      <RunsFilter />
      <QueryView query={runs}>
        {({ items, nextCursor }) => (
          <>
            {items.length === 0 ? (
              <EmptyState title={t("exports.noFilter")} />
            ) : (
              <ArchivedRunsTable archive={id} runs={items} />
            )}
            <Pager cursor={cursor} nextCursor={nextCursor} size={size} />
          </>
        )}
      </QueryView>
    </>
  );
}

function RunsFilter(): ReactElement {
  const { t } = useTranslation();
  const { jobKey = "", runId = "", state } = route.useSearch();
  const navigate = useNavigate({ from: "/archives/$id" });
  const [job, setJob] = useState(jobKey);
  const [run, setRun] = useState(runId);
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    void navigate({
      search: (before) => ({
        ...before,
        jobKey: job.trim() === "" ? undefined : job.trim(),
        runId: run.trim() === "" ? undefined : run.trim(),
        cursor: undefined,
      }),
    });
  };
  return (
    <form onSubmit={apply}>
      <Group gap="xs" mb="sm">
        <TextInput
          aria-label={t("exports.jobKey")}
          placeholder={t("exports.jobKey")}
          value={job}
          onChange={({ currentTarget }) => setJob(currentTarget.value)}
          onBlur={apply}
        />
        <TextInput
          aria-label={t("exports.runId")}
          placeholder={t("exports.runId")}
          value={run}
          onChange={({ currentTarget }) => setRun(currentTarget.value)}
          onBlur={apply}
        />
        <NativeSelect
          aria-label={t("exports.runState")}
          value={state ?? ""}
          onChange={({ currentTarget: { value } }) =>
            void navigate({
              search: (before) => ({
                ...before,
                state: STATES.find((one) => one === value),
                cursor: undefined,
              }),
            })
          }
          data={[
            { value: "", label: t("exports.anyState") },
            ...STATES.map((one) => ({ value: one, label: t(`state.${one}`) })),
          ]}
        />
        <button type="submit" className="visually-hidden">
          {t("exports.tabRuns")}
        </button>
      </Group>
    </form>
  );
}
