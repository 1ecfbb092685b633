import { Button, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../api/api-error.ts";
import { apiQuery, useApiChange } from "../../api/use-api.ts";
import { notifyDone, notifyError } from "../../ui/notify.tsx";

export interface CancelDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Asks a run to end, and why. One that ended meanwhile is shown as it ended: that is no mistake of anybody. */
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
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const why = reason.trim();
    cancel.mutate({ path: { id }, body: why === "" ? {} : { reason: why } });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("instances.cancelTitle")}
      closeButtonProps={{ "aria-label": t("common.close") }}
      transitionProps={{ duration: 0 }}
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t("instances.cancelExplanation")}
          </Text>
          <Textarea
            label={t("instances.cancelReason")}
            maxLength={500}
            autosize
            minRows={2}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
          <Group justify="end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("instances.cancelKeep")}
            </Button>
            <Button type="submit" color="red.9" loading={cancel.isPending}>
              {t("instances.cancelDo")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
