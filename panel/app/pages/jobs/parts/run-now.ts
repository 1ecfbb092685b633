import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { createIdempotencyKey } from "../../../api/idempotency-key.ts";
import { notifyDone } from "../../../api/notify.ts";
import type { Job } from "../../../api/operations.generated.ts";
import { useApiChange } from "../../../api/use-api.ts";

export interface RunNow {
  readonly isPending: boolean;
  run(job: Pick<Job, "key" | "options">): void;
}

/** Starts a job without any choice and opens its run; a finger may have missed what it aimed at, so there its form opens first. */
export function useRunNow(): RunNow {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const trigger = useApiChange("triggerJob", {
    onDone: ({ instance }) => {
      notifyDone(t("jobs.started", { name: instance.jobName ?? instance.jobKey }));
      void navigate({ to: "/runs/$id", params: { id: instance.id } });
    },
  });
  return {
    isPending: trigger.isPending,
    run({ key }) {
      if (trigger.isPending) return;
      if (matchMedia("(pointer: coarse)").matches) {
        void navigate({ to: "/jobs/$key/run", params: { key } });
        return;
      }
      trigger.mutate({ path: { key }, body: {}, options: { idempotencyKey: createIdempotencyKey() } });
    },
  };
}
