import { Button, Text } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { EmptyState } from "../../../ui/page/empty-state.tsx";
import { Page } from "../../../ui/page/page.tsx";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { RunActions } from "../actions/run-actions.tsx";
import { RunView } from "./run-view.tsx";
import "../list/runs.css";
import "../../../ui/page/run.css";

const route = getRouteApi("/runs/$id");

/** One run: what it is, what became of it and why, and what it wrote. */
export function RunPage(): ReactElement {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const run = useApi("getInstance", { path: { id } });
  const key = run.data?.jobKey;
  const title = key === undefined ? t("instances.title") : (run.data?.jobName ?? key);
  if (run.error?.status === 404 && run.data === undefined) {
    return (
      <Page title={t("instances.notFound")}>
        <EmptyState title={id}>
          <Text size="sm" c="dimmed">
            {t("instances.notFoundHint")}
          </Text>
          <Button variant="default" renderRoot={(props) => <Link to="/runs" {...props} />}>
            {t("instances.allRuns")}
          </Button>
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title={title} aside={run.data && <RunActions run={run.data} name={title} />} key={id}>
      <QueryView query={run}>{(data) => <RunView run={data} />}</QueryView>
    </Page>
  );
}
