import { Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../../api/notify.ts";
import { useApi, useApiChange } from "../../../api/use-api.ts";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { RerunDialog } from "./rerun-dialog.tsx";
import type { TaskJson } from "./task-model.ts";
import "./task-run.css";

export interface RerunTaskProps {
  /** Of the run. */
  readonly id: string;
  readonly onClose: () => void;
}

/** Asks how a run of a task is run again, once it is known where that stands. */
export function RerunTask({ id, onClose }: RerunTaskProps): ReactNode {
  const { data } = useApi("getTask", { path: { id } });
  if (data === undefined) return null;
  const { task } = data;
  return task.phase === "ended" ? (
    <RerunDialog task={task} from={null} onClose={onClose} />
  ) : (
    <SecondRun task={task} onClose={onClose} />
  );
}

interface SecondRunProps {
  readonly task: TaskJson;
  readonly onClose: () => void;
}

/** One that is under way is not run again in part: all its nodes would be executed beside it. */
function SecondRun({ task: { instanceId: id, nodes }, onClose }: SecondRunProps): ReactElement {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const rerun = useApiChange("rerunInstance", {
    onDone: ({ instance }) => {
      notifyDone(t("instances.rerunStarted", { job: instance.jobName ?? instance.jobKey }));
      onClose();
      void navigate({ to: "/runs/$id", params: { id: instance.id } });
    },
  });
  return (
    <DialogForm
      title={t("task.rerun.second")}
      onClose={onClose}
      onSubmit={() => rerun.mutate({ path: { id } })}
      submitText={t("task.rerun.secondDo", { count: nodes.length })}
      isPending={rerun.isPending}
    >
      <Text size="sm">{t("task.rerun.secondHint", { count: nodes.length })}</Text>
    </DialogForm>
  );
}
