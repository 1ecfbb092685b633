import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { ApiAnswer } from "../../api/call-api.ts";
import type { Instance } from "../../api/operations.generated.ts";
import { useApi } from "../../api/use-api.ts";
import { formatDuration } from "../../time/format-time.ts";
import { Notice } from "../../ui/notice.tsx";
import { CauseList } from "./cause-list.tsx";

/** The reasons of a wait change with time and with other runs. */
const POLL_MS = 20_000;

/** Why a run is late, waits, was skipped or failed, as far as its page does not say it already. */
export function RunWhy({ run }: { readonly run: Instance }): ReactElement | null {
  const { t, i18n } = useTranslation();
  const { id, completedAt } = run;
  const { data } = useApi(
    "explainInstance",
    { path: { id } },
    completedAt === null ? { pollMs: POLL_MS } : {},
  );
  if (data === undefined) return null;
  const { verdict, latenessMs, causes } = data.explanation;
  const left = causes.filter((cause) => !isShown(cause, run));
  if (left.length === 0 || verdict === "on_time") return null;
  const late = formatDuration(latenessMs, i18n.language);
  return (
    <Notice title={t(`why.verdict.${verdict}`, { late })}>
      <CauseList causes={left} />
    </Notice>
  );
}

type AnyCause = ApiAnswer<"explainInstance">["explanation"]["causes"][number];

/** The page itself shows the error, the approval that is wanted, the runs that hold the slots that it lacks, and that no worker is there. */
function isShown({ code, parameters }: AnyCause, { reasonCode }: Instance): boolean {
  const { reason, workers } = (parameters ?? {}) as {
    readonly reason?: {
      readonly code: string;
      readonly parameters?: { readonly waits?: { readonly for: string } } | null;
    };
    readonly workers?: readonly unknown[];
  };
  if (code === "recorded")
    return (
      reason?.code === "attempt_failed" ||
      reason?.code === "job_full" ||
      reason?.parameters?.waits?.for === "approval"
    );
  if (code === "no_worker") return workers?.length === 0;
  return code === "slots_taken" && (reasonCode === "job_full" || reasonCode === "waits_for_slot");
}
