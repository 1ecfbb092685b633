import { Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import { useRefusal } from "../../../session/use-may.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { EmptyState } from "../../../ui/page/empty-state.tsx";
import "./first-job.css";

const EXAMPLE = `import { defineRecurringJob } from "@mojob/core";
import { startEmbedded } from "@mojob/runtime-local";

const hello = defineRecurringJob({
  key: "hello",
  cron: "*/10 * * * * *", // every 10 seconds
  execute: ({ log }) => {
    log.info("Hello from MoJobScheduler");
  },
});

await startEmbedded({ ...options, jobs: [hello] });`;

/** Shown while no job is registered: what to do so that one appears in this very panel. */
export function FirstJob(): ReactElement {
  const { t } = useTranslation();
  const mayNotCreate = useRefusal("jobs:create");
  return (
    <EmptyState title={t("jobs.empty")}>
      <Text size="sm" c="dimmed">
        {t("jobs.emptyHint")}
      </Text>
      <Text size="sm">{t("jobs.firstJob")}</Text>
      <div className="first-job">
        <pre className="mono" tabIndex={0} role="region" aria-label={t("jobs.firstJob")}>
          {EXAMPLE}
        </pre>
        <CopyButton label={t("jobs.copyExample")} text={() => EXAMPLE} />
      </div>
      <Text size="sm">{t("jobs.firstAppears")}</Text>
      <RefusableButton
        refusal={mayNotCreate}
        variant="default"
        leftSection={<Plus size={14} aria-hidden="true" />}
        renderRoot={(props) => <Link to="/jobs/+new" {...props} />}
      >
        {t("jobs.firstHere")}
      </RefusableButton>
    </EmptyState>
  );
}
