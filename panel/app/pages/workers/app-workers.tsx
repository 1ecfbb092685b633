import { Anchor, Button, Group, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { History, KeyRound } from "lucide-react";
import { type ReactElement, useId } from "react";
import { useTranslation } from "react-i18next";
import type { App as AppSummary, Worker } from "../../api/operations.generated.ts";
import { formatDuration } from "../../time/format-time.ts";
import { useNameOfActor } from "../../session/use-name-of-actor.ts";
import { Time } from "../../time/time.tsx";
import { pausedBy } from "../jobs/parts/paused-by.ts";
import { Tag } from "../../ui/tag.tsx";
import { AppStopButton } from "./app-stop-button.tsx";
import { ExpectedExecutorsButton } from "./expected-executors.tsx";
import { WorkersTable } from "./workers-table.tsx";

export interface AppWorkersProps {
  readonly app: string;
  readonly workers: readonly Worker[];
  /** Absent until it was read, and for those who may not. */
  readonly summary: AppSummary | undefined;
}

/** The workers of an app, and how long its queue is. */
export function AppWorkers({ app, workers, summary }: AppWorkersProps): ReactElement {
  const { t } = useTranslation();
  const nameOf = useNameOfActor();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Group gap="xs" mb={4}>
        <Title order={2} size="md" id={id}>
          {app}
        </Title>
        {summary?.stopped && (
          <>
            <Tag isWarning>{t("workers.stopped")}</Tag>
            <Text size="sm" c="dimmed">
              <Time at={summary.stopped.at} />
              {summary.stopped.by !== null && ` · ${pausedBy(summary.stopped, t, nameOf)}`}
              {summary.stopped.note !== null && `: ${summary.stopped.note}`}
            </Text>
          </>
        )}
        {summary !== undefined && <Queue summary={summary} />}
        <span className="app-space" />
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<History size={12} />}
          aria-label={`${t("history.title")} · ${app}`}
          renderRoot={(props) => <Link to="/history" search={{ app }} {...props} />}
        >
          {t("history.title")}
        </Button>
        <ExpectedExecutorsButton app={app} />
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<KeyRound size={12} />}
          aria-label={t("keys.title", { app })}
          renderRoot={(props) => <Link to="/workers/$app/keys" params={{ app }} {...props} />}
        >
          {t("keys.open")}
        </Button>
        {summary !== undefined && <AppStopButton app={app} isStopped={summary.stopped !== null} />}
      </Group>
      {summary !== undefined && summary.missing.length > 0 && (
        <Group gap={6} mb={4}>
          <Text size="sm">{t("workers.missingOf")}</Text>
          {summary.missing.map((name) => (
            <Tag key={name} isWarning>
              {name}
            </Tag>
          ))}
        </Group>
      )}
      {workers.length > 0 ? (
        <WorkersTable workers={workers} />
      ) : (
        <Text size="sm" c="dimmed">
          {t("workers.noneOfApp")}
        </Text>
      )}
    </section>
  );
}

function Queue({
  summary: { app, waiting, running, endedPerMinute, drainMs },
}: {
  readonly summary: AppSummary;
}): ReactElement {
  const { t, i18n } = useTranslation();
  const rate = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(endedPerMinute);
  const parts: string[] = [t("workers.underWay", { count: running }), t("workers.pace", { rate })];
  if (drainMs === null) parts.push(t("workers.stuck"));
  else if (waiting > 0)
    parts.push(t("workers.empties", { duration: formatDuration(drainMs, i18n.language) }));
  return (
    <Text size="sm" c="dimmed">
      <Anchor
        size="sm"
        underline="always"
        renderRoot={(props) => <Link to="/workers/$app/waiting" params={{ app }} {...props} />}
      >
        {t("workers.waiting", { count: waiting })}
      </Anchor>
      {["", ...parts].join(" · ")}
    </Text>
  );
}
