import { Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { Page } from "../../ui/page/page.tsx";
import { AppPicker } from "../runs/list/app-picker.tsx";
import { BackfillPart } from "./backfill-part.tsx";

const route = getRouteApi("/calendar/backfill");

/** The missed times of all jobs of an app, and how they are made up for. */
export function BackfillPage(): ReactElement {
  const { t } = useTranslation();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const apps = useApi("getOverview", {}, { everyMs: 60_000 }).data?.apps ?? [];
  const app = search.app ?? (apps.length === 1 ? apps[0] : undefined);
  return (
    <Page title={t("backfill.title")}>
      <AppPicker value={search.app} onPick={(picked) => void navigate({ search: { app: picked } })} />
      {app === undefined ? (
        <Text size="sm">{t("backfill.chooseApp")}</Text>
      ) : (
        <BackfillPart key={app} of={{ app }} app={app} />
      )}
    </Page>
  );
}
