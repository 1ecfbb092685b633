import { Button, Checkbox, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { CirclePause } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../api/notify.ts";
import type { App } from "../../api/operations.generated.ts";
import { useApiChange } from "../../api/use-api.ts";
import { useMay } from "../../session/use-may.ts";
import { useSession } from "../../session/use-session.ts";
import { DialogForm, NoteField } from "../../ui/dialog-form.tsx";

/** Stops all jobs of every app that is not stopped yet. */
export function StopAllButton({ apps }: { readonly apps: readonly App[] }): ReactElement | null {
  const { t } = useTranslation();
  const mayPause = useMay("jobs:pause");
  const [isAsking, asking] = useDisclosure(false);
  const going = apps.filter(({ stopped }) => stopped === null);
  if (!mayPause || going.length === 0) return null;
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<CirclePause size={13} />}
        onClick={asking.open}
      >
        {t("workers.stopAll")}
      </Button>
      {isAsking && <StopAllDialog apps={going} onClose={asking.close} />}
    </>
  );
}

interface StopAllDialogProps {
  readonly apps: readonly App[];
  readonly onClose: () => void;
}

function StopAllDialog({ apps: going, onClose }: StopAllDialogProps): ReactElement {
  const { t, i18n } = useTranslation();
  const mayCancel = useMay("runs:cancel");
  // What was shown is what is stopped, also when some of it is stopped meanwhile.
  const [apps] = useState(going);
  const [note, setNote] = useState("");
  const cancelsByDefault = useSession().data?.stopWaiting === "cancel" && mayCancel;
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
    notifyDone(t("workers.allStopped", { count: apps.length }));
    if (endsRunning)
      for (const { app } of apps)
        await end.mutateAsync({ body: { action: "cancel", filter: { app, state: ["Processing"] } } });
    onClose();
  };
  return (
    <DialogForm
      title={t("workers.stopAllTitle", { count: apps.length })}
      onClose={onClose}
      // What is refused is said by the change itself.
      onSubmit={() => void submit().catch(() => {})}
      submitText={t("workers.stopAll")}
      isDestructive
      isPending={stop.isPending || end.isPending}
    >
      <Text size="sm">{new Intl.ListFormat(i18n.language).format(apps.map(({ app }) => app))}</Text>
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
