import { Button, Group, NativeSelect, Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { Download, X } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { apiUrl } from "../../api/call-api.ts";
import type { Report } from "../../api/operations.generated.ts";
import { useApi } from "../../api/use-api.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Page } from "../../ui/page/page.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { AppPicker } from "../runs/list/app-picker.tsx";
import { ViewsMenu } from "../views/views-menu.tsx";
import { ReportChart } from "./report-chart.tsx";
import { ReportNote } from "./report-note.tsx";
import { ReportTiles } from "./report-tiles.tsx";
import { REPORT_RANGES, reportQuery, type ReportsSearch, reportsSearch } from "./reports-search.ts";
import { SummariesButton } from "./summaries/summaries-button.tsx";
import { SubjectTable } from "./subject-table.tsx";
import { WorstJobs } from "./worst-jobs.tsx";
import "../../ui/table/table.css";
import "./reports.css";

const route = getRouteApi("/reports");
/** Sums grow a few seconds after runs end. */
const POLL_MS = 15_000;

/** What became of runs over a day, a week, a month or a year. */
export function ReportsPage(): ReactElement {
  const { t } = useTranslation();
  const query = reportQuery(route.useSearch());
  const report = useApi("getReport", { query }, { pollMs: POLL_MS, keepPrevious: true });
  return (
    <Page
      title={t("reports.title")}
      aside={
        <Group gap="xs">
          <SummariesButton />
          <Button
            variant="default"
            leftSection={<Download size={14} aria-hidden="true" />}
            renderRoot={(props) => <a {...props} href={apiUrl("exportReport", { query })} download />}
          >
            {t("reports.export")}
          </Button>
        </Group>
      }
    >
      <ReportFilter />
      <ReportNote />
      <QueryView query={report}>
        {(data) =>
          data.total.runs === 0 && data.before.runs === 0 ? (
            <EmptyState title={t("reports.none")}>
              <Text size="sm">{t("reports.noneHint")}</Text>
            </EmptyState>
          ) : (
            <ReportParts report={data} />
          )
        }
      </QueryView>
    </Page>
  );
}

function ReportParts({ report }: { readonly report: Report }): ReactElement {
  return (
    <div className="report">
      <ReportTiles total={report.total} before={report.before} />
      <ReportChart report={report} />
      <WorstJobs />
      <SubjectTable report={report} />
    </div>
  );
}

/** The time and the runs that a report is of; all of it is in the URL. */
function ReportFilter(): ReactElement {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const shown = route.useSearch();
  const { range = "7d", app, jobKey } = shown;
  const change = (changed: Partial<ReportsSearch>): void =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  return (
    <Group gap="xs" role="search">
      <ViewsMenu
        page="reports"
        search={shown}
        onChoose={(chosen) => void navigate({ search: v.parse(reportsSearch, chosen) })}
      />
      <NativeSelect
        aria-label={t("reports.time")}
        value={range}
        onChange={({ currentTarget: { value } }) =>
          change({ range: REPORT_RANGES.find((one) => one === value) })
        }
        data={REPORT_RANGES.map((value) => ({ value, label: t(`reports.range.${value}`) }))}
      />
      <AppPicker value={app} onPick={(picked) => change({ app: picked })} />
      {jobKey !== undefined && (
        <Button
          variant="default"
          rightSection={<X size={14} aria-hidden="true" />}
          aria-label={t("reports.anyJob", { jobKey })}
          onClick={() => change({ jobKey: undefined })}
        >
          {jobKey}
        </Button>
      )}
    </Group>
  );
}
