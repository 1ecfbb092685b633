import { Button, Text } from "@mantine/core";
import { Download } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { apiUrl } from "../../api/call-api.ts";
import { useMay } from "../../session/use-may.ts";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { ConfigChanges } from "./config-changes.tsx";
import { ConfigFields } from "./config-fields.tsx";
import { ConfigRefusal } from "./config-refusal.tsx";
import { useConfig } from "./use-config.ts";
import "../jobs/edit/options.css";
import "./config.css";

/** Where the configuration is downloaded as one document, and a document is compared and applied. */
export function ConfigPage(): ReactElement {
  const { t } = useTranslation();
  const config = useConfig();
  const { diff, refusal, applied } = config;
  if (!useMay("jobs:read"))
    return (
      <Page title={t("config.title")}>
        <Notice title={t("config.mayNot")}>{t("config.hint")}</Notice>
      </Page>
    );
  return (
    <Page
      title={t("config.title")}
      aside={
        <Button
          variant="default"
          leftSection={<Download size={14} aria-hidden="true" />}
          renderRoot={(props) => <a {...props} href={apiUrl("getConfig", {})} download />}
        >
          {t("config.download")}
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        {t("config.hint")}
      </Text>
      <ConfigFields config={config} />
      <div aria-live="polite">
        {refusal !== null && <ConfigRefusal refusal={refusal} />}
        {diff !== null && <ConfigChanges diff={diff} config={config} />}
        {applied !== null && <Text fw={600}>{t("config.applied", { count: applied })}</Text>}
      </div>
    </Page>
  );
}
