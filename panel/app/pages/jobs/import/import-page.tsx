import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../session/use-may.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Page } from "../../../ui/page/page.tsx";
import { ImportFields } from "./import-fields.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { ImportResults } from "./import-results.tsx";
import { useImport } from "./use-import.ts";
import "../edit/options.css";
import "../life/job-life.css";
import "../../../ui/table/table.css";
import "./import.css";

/** Where jobs of another scheduler are read, compared and imported. */
export function ImportPage(): ReactElement {
  const { t } = useTranslation();
  const importing = useImport();
  const { preview, results } = importing;
  if (!useMay("jobs:create"))
    return (
      <Page title={t("import.title")}>
        <Notice title={t("import.mayNot")}>{t("import.mayNotHint")}</Notice>
      </Page>
    );
  return (
    <Page title={t("import.title")}>
      <Text size="sm" c="dimmed">
        {t("import.hint")}
      </Text>
      <ImportFields importing={importing} />
      {results !== null && <ImportResults results={results} jobs={preview?.jobs ?? []} />}
      {results === null && preview !== null && <ImportPreview preview={preview} importing={importing} />}
    </Page>
  );
}
