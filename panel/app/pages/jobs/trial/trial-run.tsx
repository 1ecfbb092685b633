import { Button, Skeleton, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Ban } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi, useApiChange } from "../../../api/use-api.ts";
import { useMay } from "../../../session/use-may.ts";
import { JsonView } from "../../../ui/json/json-view.tsx";
import { ErrorState } from "../../../ui/page/error-state.tsx";
import { StateBadge } from "../../../ui/state-badge.tsx";
import { LogView } from "../../runs/log/log-view.tsx";
import { RunDuration } from "../../runs/parts/run-duration.tsx";
import { RunError } from "../../../ui/failure/run-error.tsx";
import "../../../ui/page/run.css";

const LOOK_EVERY_MS = 1000;

export interface TrialRunProps {
  readonly id: string;
  /** The work that is shown is not the one that was tried. */
  readonly isChanged: boolean;
}

/** The run of a try: how it stands, its log, and its result or error. */
export function TrialRun({ id, isChanged }: TrialRunProps): ReactElement {
  const { t } = useTranslation();
  const mayCancel = useMay("runs:cancel");
  const cancel = useApiChange("cancelInstance");
  const run = useApi("getInstance", { path: { id } }, { pollMs: LOOK_EVERY_MS });
  if (run.data === undefined) {
    if (run.error?.status === 404) return <Text size="sm">{t("trial.gone")}</Text>;
    if (run.error) return <ErrorState error={run.error} onRetry={() => void run.refetch()} />;
    return <Skeleton height={80} role="status" aria-label={t("common.loading")} />;
  }
  const { state, completedAt, workerName, error, result } = run.data;
  const isOpen = completedAt === null;
  return (
    <div className="trial-run">
      <div className="trial-head" role="status">
        <StateBadge state={state} />
        <RunDuration run={run.data} />
        {workerName !== null && <span className="dimmed">{t("trial.by", { worker: workerName })}</span>}
        <Link to="/runs/$id" params={{ id }}>
          {t("trial.page")}
        </Link>
        {isChanged && <span>{t("trial.changed")}</span>}
        {isOpen && mayCancel && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Ban size={14} aria-hidden="true" />}
            loading={cancel.isPending || run.data.cancelRequestedAt !== null}
            onClick={() => cancel.mutate({ path: { id }, body: {} })}
          >
            {t("common.cancel")}
          </Button>
        )}
      </div>
      {error !== null && <RunError error={error} />}
      {state === "Succeeded" &&
        (result === null ? (
          <Text size="sm">{t("trial.nothing")}</Text>
        ) : (
          <JsonView value={result} label={t("trial.result")} />
        ))}
      <LogView id={id} isRunning={isOpen} />
    </div>
  );
}
