import { useParams } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Page } from "../../ui/page/page.tsx";
import { WaitingRuns } from "./waiting-runs.tsx";

/** The waiting runs of all jobs of an app. */
export function AppWaitingPage(): ReactElement {
  const { t } = useTranslation();
  const { app } = useParams({ from: "/workers/$app/waiting" });
  return (
    <Page title={t("workers.waitingOf", { app })}>
      <WaitingRuns of={{ app }} />
    </Page>
  );
}
