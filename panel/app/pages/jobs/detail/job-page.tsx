import { Anchor, Tabs } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { lazy, type ReactElement, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { withWords } from "../../../i18n/i18n.ts";
import type { JobDetail } from "../../../api/operations.generated.ts";
import { useApi } from "../../../api/use-api.ts";
import { Page } from "../../../ui/page/page.tsx";
import { HiddenPart } from "../../../ui/hidden-part.tsx";
import { useFeature } from "../../../session/use-feature.ts";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { JobHeader } from "./job-header.tsx";
import { JobHeaderActions } from "./job-header-actions.tsx";
import { JobIncidents } from "./job-incidents.tsx";
import { JobRuns } from "./job-runs.tsx";
import { NoWorkerNotice } from "./no-worker-notice.tsx";
import { JobTab } from "./job-search.ts";
import { scriptInJob, TASK_LANGUAGE } from "../script/script-in-job.ts";
import { jsonWorkKind } from "../work/json-work.ts";
import "./job.css";

const route = getRouteApi("/jobs/$key");

const OptionsForm = lazy(
  withWords(async () => ({ default: (await import("../edit/options-form.tsx")).OptionsForm }), "children"),
);
const JobStatistics = lazy(
  withWords(
    async () => ({ default: (await import("./job-statistics.tsx")).JobStatistics }),
    "history",
    "incidents",
  ),
);

const ActList = lazy(
  withWords(async () => ({ default: (await import("../../history/act-list.tsx")).ActList }), "history"),
);
const ScheduleYear = lazy(
  withWords(
    async () => ({ default: (await import("../schedules/schedule-year.tsx")).ScheduleYear }),
    "calendar",
  ),
);
const BackfillPart = lazy(
  withWords(
    async () => ({ default: (await import("../../backfill/backfill-part.tsx")).BackfillPart }),
    "backfill",
  ),
);
const ScriptTab = lazy(
  withWords(
    async () => ({ default: (await import("../script/script-tab.tsx")).ScriptTab }),
    "script",
    "workForm",
  ),
);
const TaskTab = lazy(
  withWords(async () => ({ default: (await import("./task-tab.tsx")).TaskTab }), "task", "script", "runJob"),
);
const WorkTab = lazy(
  withWords(
    async () => ({ default: (await import("../work/work-tab.tsx")).WorkTab }),
    "workForm",
    "fileForm",
    "runJob",
  ),
);
const WaitingRuns = lazy(async () => ({
  default: (await import("../../waiting/waiting-runs.tsx")).WaitingRuns,
}));

const NOT_FOUND = 404;
const TABS = Object.values(JobTab);

/** A job: what it is, what it did, how it is set. */
export function JobPage(): ReactElement {
  const { t } = useTranslation();
  const { key } = route.useParams();
  const job = useApi("getJob", { path: { key } });
  return (
    <Page
      title={job.data?.options.name ?? key}
      aside={job.data !== undefined && <JobHeaderActions job={job.data} />}
    >
      <QueryView query={job}>{(detail) => <JobParts key={detail.key} job={detail} />}</QueryView>
      {job.error?.status === NOT_FOUND && (
        <Anchor size="sm" renderRoot={(props) => <Link to="/runs" search={{ jobKey: key }} {...props} />}>
          {t("jobLife.goneRuns")}
        </Anchor>
      )}
    </Page>
  );
}

function JobParts({ job }: { readonly job: JobDetail }): ReactElement {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const { tab = JobTab.Runs } = route.useSearch();
  const hasBackfill = useFeature("backfill");
  const hasCalendar = useFeature("forecast") && job.kind === "recurring";
  const script = scriptInJob(job);
  const isHidden = job.hidden?.includes("work") === true;
  const isTask = script?.language === TASK_LANGUAGE;
  const isJson = script === null && jsonWorkKind(job.work["kind"]) !== null;
  const absent: readonly JobTab[] = [
    ...(script === null || isTask ? [JobTab.Script] : []),
    ...(isTask ? [] : [JobTab.Task]),
    ...(isJson ? [] : [JobTab.Work]),
    ...(hasCalendar ? [] : [JobTab.Calendar]),
    ...(hasBackfill && job.kind === "recurring" ? [] : [JobTab.Backfill]),
  ];
  return (
    <>
      <NoWorkerNotice job={job} />
      <JobIncidents jobKey={job.key} />
      <JobHeader job={job} />
      <Tabs
        value={tab}
        onChange={(chosen) => {
          const next = TABS.find((one) => one === chosen);
          void navigate({ search: { tab: next === JobTab.Runs ? undefined : next } });
        }}
        keepMounted={false}
        activateTabWithKeyboard={false}
      >
        <Tabs.List aria-label={t("job.tabs")}>
          {TABS.filter((one) => !absent.includes(one)).map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`job.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Suspense>
          <Tabs.Panel value={JobTab.Runs} pt="sm">
            <JobRuns job={job} />
          </Tabs.Panel>
          <Tabs.Panel value={JobTab.Waiting} pt="sm">
            <WaitingRuns of={{ jobKey: job.key }} />
          </Tabs.Panel>
          {script !== null && isTask && (
            <Tabs.Panel value={JobTab.Task} pt="sm">
              {isHidden ? <HiddenPart part="work" /> : <TaskTab job={job} script={script} />}
            </Tabs.Panel>
          )}
          {script !== null && !isTask && (
            <Tabs.Panel value={JobTab.Script} pt="sm">
              {isHidden ? <HiddenPart part="work" /> : <ScriptTab job={job} script={script} />}
            </Tabs.Panel>
          )}
          {isJson && (
            <Tabs.Panel value={JobTab.Work} pt="sm">
              {isHidden && job.work["kind"] !== "code" ? <HiddenPart part="work" /> : <WorkTab job={job} />}
            </Tabs.Panel>
          )}
          <Tabs.Panel value={JobTab.Options} pt="sm">
            <OptionsForm job={job} />
          </Tabs.Panel>
          <Tabs.Panel value={JobTab.Statistics} pt="sm">
            <JobStatistics jobKey={job.key} />
          </Tabs.Panel>
          {hasCalendar && (
            <Tabs.Panel value={JobTab.Calendar} pt="sm">
              <ScheduleYear jobKey={job.key} />
            </Tabs.Panel>
          )}
          {hasBackfill && job.kind === "recurring" && (
            <Tabs.Panel value={JobTab.Backfill} pt="sm">
              <BackfillPart of={{ jobKey: job.key }} app={job.app} />
            </Tabs.Panel>
          )}
          <Tabs.Panel value={JobTab.History} pt="sm">
            <ActList of={{ jobKey: job.key }} />
          </Tabs.Panel>
        </Suspense>
      </Tabs>
    </>
  );
}
