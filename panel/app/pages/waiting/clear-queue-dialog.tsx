import { Text, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../api/notify.ts";
import { useApiChange } from "../../api/use-api.ts";
import { parseDuration } from "../../time/duration-text.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";
import type { WaitingOf } from "./waiting-of.ts";

export interface ClearQueueDialogProps {
  readonly of: WaitingOf;
  readonly onClose: () => void;
}

/** Cancels what waits of a job or an app, or what has waited for longer. */
export function ClearQueueDialog({ of, onClose }: ClearQueueDialogProps): ReactElement {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const olderThanMs = text.trim() === "" ? 0 : parseDuration(text.trim());
  const clear = useApiChange("clearQueue", {
    onDone: ({ done }) => {
      notifyDone(t("job.queue.cleared", { count: done }));
      onClose();
    },
  });
  return (
    <DialogForm
      title={t("job.queue.clear")}
      onClose={onClose}
      onSubmit={() => olderThanMs !== null && clear.mutate({ body: { ...of, olderThanMs } })}
      submitText={t("job.queue.clearNow")}
      isDestructive
      refusal={olderThanMs === null ? t("job.queue.notDuration") : null}
      isPending={clear.isPending}
    >
      <Text size="sm" c="dimmed">
        {t("job.queue.clearExplanation")}
      </Text>
      <TextInput
        label={t("job.queue.olderThan")}
        description={t("job.queue.olderThanHint")}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
        error={olderThanMs === null ? t("job.queue.notDuration") : undefined}
        data-autofocus
      />
    </DialogForm>
  );
}
