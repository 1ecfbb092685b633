import { Button, Group, Text } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Download } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { apiUrl } from "../../../api/call-api.ts";
import { useApi } from "../../../api/use-api.ts";
import { Page } from "../../../ui/page/page.tsx";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { FolderFiles } from "./folder-files.tsx";
import { FolderJobs } from "./folder-jobs.tsx";
import "./folder.css";

const route = getRouteApi("/runs/$id/folder");

/** The working directory of a run: its files, and the directories of its jobs. */
export function FolderPage(): ReactElement {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const folder = useApi("getInstanceFolder", { path: { id } });
  const aside = (
    <Group gap="xs">
      <Button variant="default" renderRoot={(props) => <Link to="/runs/$id" params={{ id }} {...props} />}>
        {t("folder.run")}
      </Button>
      <Button
        component="a"
        href={apiUrl("downloadInstanceFolder", { path: { id } })}
        download
        leftSection={<Download size={14} />}
      >
        {t("folder.whole")}
      </Button>
    </Group>
  );
  return (
    <Page title={t("folder.title")} aside={folder.data && aside} key={id}>
      <QueryView query={folder}>
        {({ name, isTask, files, hidden }) => (
          <>
            <Text className="mono folder-name">{name}</Text>
            <Text size="sm" c="dimmed">
              {t("folder.hint")}
            </Text>
            {hidden !== undefined && <Text size="sm">{t("folder.hidden")}</Text>}
            <FolderFiles id={id} files={files} />
            {isTask && <FolderJobs id={id} />}
          </>
        )}
      </QueryView>
    </Page>
  );
}
