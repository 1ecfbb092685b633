import { Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Overview } from "../../api/operations.generated.ts";
import { useApi } from "../../api/use-api.ts";
import { Page } from "../../ui/page/page.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { FirstJob } from "../jobs/list/first-job.tsx";
import type { JobsSearch } from "../jobs/list/jobs-search.ts";
import { AttentionPanel } from "./attention-panel.tsx";
import { CompletionsPanel } from "./completions-panel.tsx";
import { StateCounts } from "./state-counts.tsx";
import { UpcomingPanel } from "./upcoming-panel.tsx";
import { WorkersPanel } from "./workers-panel.tsx";
import "./overview.css";

/** Everything at a glance, with what needs attention first. */
export function OverviewPage(): ReactElement {
  const { t } = useTranslation();
  const overview = useApi("getOverview", {});
  return (
    <Page title={t("overview.title")} aside={overview.data && <JobCounts jobs={overview.data.jobs} />}>
      <AttentionPanel />
      <QueryView query={overview}>
        {({ counts, jobs, upcoming }) =>
          jobs.total === 0 ? (
            <FirstJob />
          ) : (
            <>
              <StateCounts counts={counts} />
              <div className="overview-columns">
                <CompletionsPanel />
                <div className="overview-side">
                  <UpcomingPanel fires={upcoming} />
                  <WorkersPanel />
                </div>
              </div>
            </>
          )
        }
      </QueryView>
    </Page>
  );
}

/** How many jobs there are; each number leads to them. */
function JobCounts({ jobs }: { readonly jobs: Overview["jobs"] }): ReactElement {
  const { t } = useTranslation();
  const { total, recurring, triggered, paused, disabled } = jobs;
  const parts: readonly (readonly [text: string, search: JobsSearch])[] = [
    [t("overview.jobs", { count: total }), {}],
    [t("overview.recurring", { count: recurring }), { kind: "recurring" }],
    [t("overview.triggered", { count: triggered }), { kind: "triggered" }],
    ...(paused > 0 ? [[t("overview.paused", { count: paused }), { status: "paused" }] as const] : []),
    ...(disabled > 0 ? [[t("overview.disabled", { count: disabled }), { status: "disabled" }] as const] : []),
  ];
  return (
    <Group gap={6} className="overview-jobs">
      {parts.map(([text, search]) => (
        <Link key={text} to="/jobs" search={search}>
          {text}
        </Link>
      ))}
    </Group>
  );
}
