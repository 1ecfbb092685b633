import { Anchor, Group, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { lazy, type ReactElement, Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { Worker } from "../../api/operations.generated.ts";
import { withWords } from "../../i18n/i18n.ts";
import { useFeature } from "../../session/use-feature.ts";
import { Time } from "../../time/time.tsx";
import { workerLabel } from "../runs/parts/worker-label.ts";
import { DrainButton } from "./drain-button.tsx";
import { WorkerRunners } from "./worker-runners.tsx";

const WorkerSamples = lazy(
  withWords(
    async () => ({ default: (await import("../samples/worker-samples.tsx")).WorkerSamples }),
    "samples",
  ),
);

/** More than any table of workers has. */
const ALL_COLUMNS = 6;
/** A link costs so much that a thousand of them would stall the page; the rest is in the list of jobs. */
const MOST_JOBS = 120;

/** A worker's jobs, and where those of its app and their runs are listed. */
export function WorkerDetail({ worker }: { readonly worker: Worker }): ReactElement {
  const { t } = useTranslation();
  const hasSamples = useFeature("samples");
  const { id, app, jobKeys, runtime, runtimeVersion, startedAt, description, address, host, pid, load } =
    worker;
  return (
    <Table.Tr className="worker-detail">
      <Table.Td colSpan={ALL_COLUMNS}>
        <Group gap="md" mb={6}>
          <Anchor size="sm" renderRoot={(props) => <Link to="/jobs" search={{ app }} {...props} />}>
            {t("workers.appJobs", { app })}
          </Anchor>
          <Anchor size="sm" renderRoot={(props) => <Link to="/runs" search={{ worker: id }} {...props} />}>
            {t("workers.ownRuns")}
          </Anchor>
          <Anchor size="sm" renderRoot={(props) => <Link to="/runs" search={{ app }} {...props} />}>
            {t("workers.appRuns", { app })}
          </Anchor>
          <Text size="sm" c="dimmed">
            {[host, pid === null ? null : t("shell.process", { pid })].filter(Boolean).join(" · ")}
          </Text>
          <Text size="sm" c="dimmed">
            {runtime} {runtimeVersion} · {t("workers.started")} <Time at={startedAt} />
          </Text>
          {load !== null && (
            <Text size="sm" c="dimmed">
              {load.memoryBytes !== null &&
                `${t("workers.memory", { size: Math.round(load.memoryBytes / 1_000_000) })}${load.loopLagMs > 0 ? " · " : ""}`}
              {load.loopLagMs > 0 && t("workers.lag", { ms: load.loopLagMs })}
            </Text>
          )}
          {address !== null && (
            <Text size="sm" c="dimmed">
              {t("workers.address")} <span className="mono">{address}</span>
            </Text>
          )}
          <DrainButton worker={worker} />
        </Group>
        {description !== null && (
          <Text size="sm" mb={6}>
            {description}
          </Text>
        )}
        {hasSamples && (
          <Suspense>
            <WorkerSamples id={id} />
          </Suspense>
        )}
        <WorkerRunners runners={worker.runners} />
        <div
          className="worker-jobs scrolls"
          role="region"
          aria-label={t("workers.jobsOf", { name: workerLabel(worker) })}
          tabIndex={0}
        >
          {jobKeys.slice(0, MOST_JOBS).map((key) => (
            <Anchor
              key={key}
              size="sm"
              className="mono"
              renderRoot={(props) => <Link to="/jobs/$key" params={{ key }} {...props} />}
            >
              {key}
            </Anchor>
          ))}
          {jobKeys.length > MOST_JOBS && (
            <Text size="sm" c="dimmed">
              {t("workers.more", { count: jobKeys.length - MOST_JOBS })}
            </Text>
          )}
        </div>
      </Table.Td>
    </Table.Tr>
  );
}
