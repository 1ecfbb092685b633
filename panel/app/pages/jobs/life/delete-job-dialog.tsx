import { Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { JobDetail } from "../../../api/operations.generated.ts";
import { notifyDone } from "../../../api/notify.ts";
import { useApi, useApiChange } from "../../../api/use-api.ts";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import type { JobState } from "../../../ui/state-badge.tsx";
import "./job-life.css";

export interface DeleteJobDialogProps {
  readonly job: Pick<JobDetail, "key" | "options" | "revision" | "inCode">;
  readonly onClose: () => void;
}

const WAITING: readonly JobState[] = ["Scheduled", "Enqueued", "Failed"];
const RUNNING: readonly JobState[] = ["Processing"];

/** Says what a removal does to the runs there are, and removes the job. */
export function DeleteJobDialog({ job, onClose }: DeleteJobDialogProps): ReactElement {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const waiting = useRunCount(job.key, WAITING);
  const running = useRunCount(job.key, RUNNING);
  const { name, retention } = job.options;
  const remove = useApiChange("deleteJob", {
    onDone: () => {
      notifyDone(t("jobLife.deleted", { name }));
      onClose();
      void navigate({ to: "/jobs" });
    },
  });
  return (
    <DialogForm
      title={t("jobLife.deleteTitle", { name })}
      onClose={onClose}
      onSubmit={() => remove.mutate({ path: { key: job.key }, options: { ifMatch: job.revision } })}
      submitText={t("jobLife.deleteDo")}
      isDestructive
      refusal={waiting === undefined || running === undefined ? t("jobLife.deleteCounting") : null}
      isPending={remove.isPending}
    >
      <ul className="delete-effects">
        <li>{t("jobLife.deleteFires")}</li>
        {waiting !== undefined && (
          <li>
            {waiting === 0 ? t("jobLife.deleteNoneWaiting") : t("jobLife.deleteWaiting", { count: waiting })}
          </li>
        )}
        {running !== undefined && running > 0 && <li>{t("jobLife.deleteRunning", { count: running })}</li>}
        <li>{t("jobLife.deleteKept", { days: retention.maxAgeDays })}</li>
      </ul>
      <Text size="sm" c="dimmed">
        {t(job.inCode ? "jobLife.deleteInCode" : "jobLife.deleteForGood")}
      </Text>
    </DialogForm>
  );
}

/** How many runs of a job are in these states; `undefined` until it is known. */
function useRunCount(key: string, state: readonly JobState[]): number | undefined {
  const runs = useApi("listJobInstances", { path: { key }, query: { state, limit: 1, count: "capped" } });
  return runs.data?.count;
}
