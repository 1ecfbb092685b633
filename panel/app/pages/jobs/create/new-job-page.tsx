import { Text } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { useMay } from "../../../session/use-may.ts";
import { useSession } from "../../../session/use-session.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Page } from "../../../ui/page/page.tsx";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { NewJobForm } from "./new-job-form.tsx";
import "../edit/options.css";
import "../run/run-form.css";
import "../life/job-life.css";

/** Where a job is made that no code declares. */
export function NewJobPage(): ReactElement {
  const { t } = useTranslation();
  const overview = useApi("getOverview", {});
  const only = useSession().data?.app ?? null;
  const { app } = useSearch({ from: "/jobs/+new" });
  return (
    <Page title={t("jobLife.createTitle")}>
      {useMay("jobs:create") ? (
        <>
          <Text size="sm" c="dimmed">
            {t("jobLife.createHint")}
          </Text>
          <QueryView query={overview}>
            {({ apps }) => <NewJobForm apps={only === null ? apps : [only]} app={app} />}
          </QueryView>
        </>
      ) : (
        <Notice title={t("jobLife.mayNot")}>{t("jobLife.mayNotHint")}</Notice>
      )}
    </Page>
  );
}
