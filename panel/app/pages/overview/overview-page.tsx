import { Group, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Overview } from "../../api/operations.generated.ts";
import { useApi } from "../../api/use-api.ts";
import { Page } from "../../ui/page.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { AttentionPanel } from "./attention-panel.tsx";
import { CompletionsPanel } from "./completions-panel.tsx";
import { StateCounts } from "./state-counts.tsx";
import { UpcomingPanel } from "./upcoming-panel.tsx";
import { WorkersPanel } from "./workers-panel.tsx";
import "./overview.css";

/** Everything at a glance: what needs somebody first. */
export function OverviewPage(): ReactElement {
  const { t } = useTranslation();
  const overview = useApi("getOverview", {});
  return (
    <Page title={t("overview.title")} aside={overview.data && <JobCounts jobs={overview.data.jobs} />}>
      <AttentionPanel />
      <QueryView query={overview}>
        {({ counts, upcoming }) => (
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
        )}
      </QueryView>
    </Page>
  );
}

function JobCounts({ jobs }: { readonly jobs: Overview["jobs"] }): ReactElement {
  const { t } = useTranslation();
  const { total, recurring, triggered, paused, disabled } = jobs;
  const texts = [
    t("overview.jobs", { count: total }),
    t("overview.recurring", { count: recurring }),
    t("overview.triggered", { count: triggered }),
    ...(paused > 0 ? [t("overview.paused", { count: paused })] : []),
    ...(disabled > 0 ? [t("overview.disabled", { count: disabled })] : []),
  ];
  return (
    <Group gap={6}>
      <Text size="sm" c="dimmed">
        {texts.join(" · ")}
      </Text>
    </Group>
  );
}
