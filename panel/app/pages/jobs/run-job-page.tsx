import { getRouteApi } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { PlaceholderPage } from "../../ui/placeholder-page.tsx";

const route = getRouteApi("/jobs/$key/run");

/** Where a run is put together: its arguments, and when. `from` names the run it begins as a copy of. */
export function RunJobPage(): ReactElement {
  const { t } = useTranslation();
  const { key } = route.useParams();
  return <PlaceholderPage title={t("jobs.runTitle", { key })} />;
}
