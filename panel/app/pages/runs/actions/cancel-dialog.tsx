import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { apiQuery, useApiChange } from "../../../api/use-api.ts";
import { DialogForm, NoteField } from "../../../ui/dialog-form.tsx";
import { notifyDone, notifyError } from "../../../api/notify.ts";

export interface CancelDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Cancels a run, with a reason. A run that has ended meanwhile is shown as it ended; that is not an error. */
export function CancelDialog({ id, onClose }: CancelDialogProps): ReactElement {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const showEnd = async (error: ApiError): Promise<void> => {
    if (error.problem?.code !== "already_terminal") {
      notifyError(error);
      return;
    }
    const run = apiQuery("getInstance", { path: { id } }, i18n.language);
    await client.invalidateQueries({ queryKey: run.queryKey });
    const state = client.getQueryData(run.queryKey)?.state;
    onClose();
    if (state !== undefined) notifyDone(t("instances.alreadyEnded", { state: t(`state.${state}`) }));
  };
  const cancel = useApiChange("cancelInstance", {
    onDone: () => {
      notifyDone(t("instances.cancelDone"));
      onClose();
    },
    onFailed: (error) => void showEnd(error),
  });
  const submit = (): void => {
    const why = reason.trim();
    cancel.mutate({ path: { id }, body: why === "" ? {} : { reason: why } });
  };
  return (
    <DialogForm
      title={t("instances.cancelTitle")}
      onClose={onClose}
      onSubmit={submit}
      submitText={t("instances.cancelDo")}
      closeText={t("instances.cancelKeep")}
      isDestructive
      isPending={cancel.isPending}
    >
      <Text size="sm" c="dimmed">
        {t("instances.cancelExplanation")}
      </Text>
      <NoteField label={t("instances.cancelReason")} value={reason} onChange={setReason} isFirst />
    </DialogForm>
  );
}
