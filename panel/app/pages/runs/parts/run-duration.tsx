import type { ReactElement } from "react";
import type { InstanceEvent } from "../../../api/operations.generated.ts";
import { useTranslation } from "react-i18next";
import { formatDuration } from "../../../time/format-time.ts";
import { Duration } from "../../../time/duration.tsx";
import { useNow } from "../../../time/use-now.ts";

/** From a run's start to its end, or until now. */
export function RunDuration({ run }: { readonly run: InstanceEvent }): ReactElement {
  const { t, i18n } = useTranslation();
  const { startedAt, completedAt, createdAt, attempt, state } = run;
  if (startedAt === null) return <span className="dimmed">–</span>;
  if (completedAt !== null) {
    const duration = <Duration ms={Date.parse(completedAt) - Date.parse(startedAt)} />;
    if (attempt <= 1) return duration;
    const total = formatDuration(Date.parse(completedAt) - Date.parse(createdAt), i18n.language);
    return <span title={t("instances.lastAttemptOnly", { attempt, total })}>{duration}</span>;
  }
  return <Elapsed since={startedAt} isRunning={state === "Processing"} />;
}

function Elapsed({
  since,
  isRunning,
}: {
  readonly since: string;
  readonly isRunning: boolean;
}): ReactElement {
  const ms = Math.max(0, Math.floor((useNow() - Date.parse(since)) / 1000) * 1000);
  return (
    <span className={isRunning ? "state-processing" : "dimmed"}>
      <Duration ms={ms < 1000 ? 1000 : ms} />
    </span>
  );
}
