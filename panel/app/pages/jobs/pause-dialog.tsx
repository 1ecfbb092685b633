import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApiChange } from "../../api/use-api.ts";
import { localZone } from "../../time/format-time.ts";
import { notifyDone } from "../../ui/notify.tsx";

export interface PauseDialogProps {
  readonly jobKey: string;
  readonly onClose: () => void;
}

/** Pauses a job: until when, and why. */
export function PauseDialog({ jobKey, onClose }: PauseDialogProps): ReactElement {
  const { t } = useTranslation();
  const [until, setUntil] = useState("");
  const [note, setNote] = useState("");
  const pause = useApiChange("pauseJob", {
    onDone: () => {
      notifyDone(t("jobs.pauseDone", { key: jobKey }));
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    pause.mutate({
      path: { key: jobKey },
      body: {
        // What the field says is in the viewer's zone.
        until: until === "" ? null : new Date(until).toISOString(),
        note: note.trim() === "" ? null : note.trim(),
      },
    });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("jobs.pauseTitle", { key: jobKey })}
      closeButtonProps={{ "aria-label": t("common.close") }}
      transitionProps={{ duration: 0 }}
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t("jobs.pauseExplanation")}
          </Text>
          <TextInput
            type="datetime-local"
            label={t("jobs.pauseUntil", { zone: localZone() })}
            value={until}
            onChange={(event) => setUntil(event.currentTarget.value)}
            data-autofocus
          />
          <Textarea
            label={t("jobs.pauseNote")}
            maxLength={500}
            autosize
            minRows={2}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Group justify="end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("common.cancel")}
            </Button>
            <Button type="submit" loading={pause.isPending}>
              {t("jobs.pause")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
