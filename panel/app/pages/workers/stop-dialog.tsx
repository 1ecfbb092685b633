import { Checkbox, Text } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../api/notify.ts";
import type { App } from "../../api/operations.generated.ts";
import { useApiChange } from "../../api/use-api.ts";
import { useMay } from "../../session/use-may.ts";
import { useSession } from "../../session/use-session.ts";
import { DialogForm, NoteField } from "../../ui/dialog-form.tsx";

export interface StopDialogProps {
  readonly title: string;
  readonly submitText: string;
  readonly apps: readonly App[];
  /** Says what was done. */
  readonly stoppedText: string;
  readonly onClose: () => void;
}

/** Asks before apps are stopped: how much runs and waits, and what is to become of it. */
export function StopDialog({ title, submitText, apps, stoppedText, onClose }: StopDialogProps): ReactElement {
  const { t, i18n } = useTranslation();
  const mayCancel = useMay("runs:cancel");
  const cancelsByDefault = useSession().data?.stopWaiting === "cancel" && mayCancel;
  const [note, setNote] = useState("");
  const [chosen, setChosen] = useState<boolean | null>(null);
  const cancels = chosen ?? cancelsByDefault;
  const [endsRunning, setEndsRunning] = useState(false);
  const stop = useApiChange("stopApp");
  const end = useApiChange("bulkInstances", {
    onDone: ({ matched }) => notifyDone(t("workers.runsCancelled", { count: matched })),
  });
  const running = apps.reduce((sum, one) => sum + one.running, 0);
  const waiting = apps.reduce((sum, one) => sum + one.waiting, 0);
  const submit = async (): Promise<void> => {
    const body = {
      note: note.trim() === "" ? null : note.trim(),
      waiting: cancels ? "cancel" : "hold",
    } as const;
    for (const { app } of apps) await stop.mutateAsync({ path: { app }, body });
    notifyDone(stoppedText);
    if (endsRunning)
      for (const { app } of apps)
        await end.mutateAsync({ body: { action: "cancel", filter: { app, state: ["Processing"] } } });
    onClose();
  };
  return (
    <DialogForm
      title={title}
      onClose={onClose}
      // The change itself shows a refusal.
      onSubmit={() => void submit().catch(() => {})}
      submitText={submitText}
      isDestructive
      isPending={stop.isPending || end.isPending}
    >
      {apps.length > 1 && (
        <Text size="sm">{new Intl.ListFormat(i18n.language).format(apps.map(({ app }) => app))}</Text>
      )}
      <Text size="sm" c="dimmed">
        {t("workers.stopExplanation")}
      </Text>
      {running > 0 && (
        <Text size="sm" role="status">
          {t("workers.stopRunning", { count: running })}
        </Text>
      )}
      {waiting > 0 && (
        <Text size="sm" role="status">
          {t("workers.stopWaiting", { count: waiting })}
        </Text>
      )}
      <NoteField label={t("jobs.pauseNote")} value={note} onChange={setNote} />
      <Checkbox
        label={t("jobs.pauseCancels")}
        description={t("workers.stopCancelsHint")}
        checked={cancels}
        disabled={!mayCancel}
        onChange={({ currentTarget: { checked } }) => setChosen(checked)}
      />
      {running > 0 && (
        <Checkbox
          label={t("workers.stopEndsRunning", { count: running })}
          checked={endsRunning}
          disabled={!mayCancel}
          onChange={({ currentTarget: { checked } }) => setEndsRunning(checked)}
        />
      )}
    </DialogForm>
  );
}
