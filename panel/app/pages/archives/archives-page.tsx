import { Group, Stack, Text, Title } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../session/use-may.ts";
import { Page } from "../../ui/page/page.tsx";
import { ExportList } from "../exports/export-list.tsx";
import { ArchiveList } from "./archive-list.tsx";
import { useUpload } from "./upload-button.tsx";
import "../../ui/table/table.css";

/** Files with runs of this scheduler, and those of others that were imported. */
export function ArchivesPage(): ReactElement {
  const { t } = useTranslation();
  const mayRead = useMay("archives:read", null);
  const { button, status } = useUpload();
  return (
    <Page title={t("exports.title")}>
      <Part title={t("exports.archives")} hint={t("exports.archivesHint")} aside={button}>
        {status}
        {mayRead && <ArchiveList />}
      </Part>
      <Part title={t("exports.made")} hint={t("exports.madeHint")}>
        <ExportList />
      </Part>
    </Page>
  );
}

interface PartProps {
  readonly title: string;
  readonly hint: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

function Part({ title, hint, aside, children }: PartProps): ReactElement {
  return (
    <Stack gap="xs" component="section" mb="md">
      <Group justify="space-between">
        <Title order={2}>{title}</Title>
        {aside}
      </Group>
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
      {children}
    </Stack>
  );
}
