import { Text } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../../api/notify.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { NO_PAUSE, PauseFields, pauseOf } from "./pause-fields.tsx";

export interface PauseDialogProps {
  readonly jobKey: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Pauses a job: until when, and why. */
export function PauseDialog({ jobKey, name, onClose }: PauseDialogProps): ReactElement {
  const { t } = useTranslation();
  const [choice, setChoice] = useState(NO_PAUSE);
  const body = pauseOf(choice);
  const pause = useApiChange("pauseJob", {
    onDone: () => {
      notifyDone(t("jobs.pauseDone", { name }));
      onClose();
    },
  });
  return (
    <DialogForm
      title={t("jobs.pauseTitle", { name })}
      onClose={onClose}
      onSubmit={() => body && pause.mutate({ path: { key: jobKey }, body })}
      submitText={t("jobs.pause")}
      refusal={body === null ? t("jobs.pausePast") : null}
      isPending={pause.isPending}
    >
      <Text size="sm" c="dimmed">
        {t("jobs.pauseExplanation")}
      </Text>
      <PauseFields value={choice} onChange={setChoice} />
    </DialogForm>
  );
}
