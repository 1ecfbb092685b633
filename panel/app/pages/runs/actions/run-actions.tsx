import { Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link, useNavigate } from "@tanstack/react-router";
import { Ban, PencilLine, RotateCcw } from "lucide-react";
import { lazy, type ReactElement, Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { Instance } from "../../../api/operations.generated.ts";
import { withWords } from "../../../i18n/i18n.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { useRefusal } from "../../../session/use-may.ts";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import { notifyDone } from "../../../api/notify.ts";
import { isTrial } from "../parts/is-trial.ts";
import { isEnded } from "../parts/timeline.ts";

const CancelDialog = lazy(async () => ({ default: (await import("./cancel-dialog.tsx")).CancelDialog }));

const RerunTask = lazy(
  withWords(
    async () => ({ default: (await import("../../tasks/run/rerun-task.tsx")).RerunTask }),
    "task",
    "runJob",
  ),
);

export interface RunActionsProps {
  readonly run: Instance;
  /** The job's. */
  readonly name: string;
}

/** The acts on a run. */
export function RunActions({ run, name }: RunActionsProps): ReactElement {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id, jobKey, kind, state, cancelRequestedAt, app } = run;
  const mayNotCancel = useRefusal("runs:cancel", app);
  const mayNotRerun = useRefusal("runs:rerun", app);
  const mayNotRun = useRefusal("runs:trigger", app);
  const [isCancelling, cancelling] = useDisclosure(false);
  const [isAsking, asking] = useDisclosure(false);
  // All its nodes would be executed, and by which version is to be said first.
  const isTask = run.history.some(({ reasonCode }) => reasonCode === "task");
  const rerun = useApiChange("rerunInstance", {
    onDone: ({ instance }) => {
      notifyDone(t("instances.rerunStarted", { job: name }));
      void navigate({ to: "/runs/$id", params: { id: instance.id } });
    },
  });
  return (
    <Group gap="xs">
      {!isEnded(state) && cancelRequestedAt === null && (
        <RefusableButton
          variant="default"
          refusal={mayNotCancel}
          leftSection={<Ban size={14} aria-hidden="true" />}
          onClick={cancelling.open}
        >
          {t("instances.cancel")}
        </RefusableButton>
      )}
      {kind === "triggered" && !isTrial(run) && (
        <RefusableButton
          variant="default"
          refusal={mayNotRun}
          leftSection={<PencilLine size={14} aria-hidden="true" />}
          renderRoot={(props) => (
            <Link to="/jobs/$key/run" params={{ key: jobKey }} search={{ from: id }} {...props} />
          )}
        >
          {t("instances.rerunEdited")}
        </RefusableButton>
      )}
      {/* What was tried is tried again where it is written. */}
      {!isTrial(run) && (
        <RefusableButton
          refusal={mayNotRerun}
          variant={isEnded(state) ? "filled" : "default"}
          leftSection={<RotateCcw size={14} aria-hidden="true" />}
          loading={rerun.isPending}
          onClick={isTask ? asking.open : () => rerun.mutate({ path: { id } })}
        >
          {t(isTask ? "instances.rerunAsked" : "instances.rerun")}
        </RefusableButton>
      )}
      {isAsking && (
        <Suspense>
          <RerunTask id={id} onClose={asking.close} />
        </Suspense>
      )}
      {isCancelling && (
        <Suspense>
          <CancelDialog id={id} onClose={cancelling.close} />
        </Suspense>
      )}
    </Group>
  );
}
