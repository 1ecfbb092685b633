import { Button, Checkbox, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { CirclePause, CirclePlay } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../api/notify.ts";
import { useApi, useApiChange } from "../../api/use-api.ts";
import { useSession } from "../../session/use-session.ts";
import { useMay } from "../../session/use-may.ts";
import { DialogForm, NoteField } from "../../ui/dialog-form.tsx";

/** Stops all jobs of an app, or starts them again. */
export function AppStopButton({
  app,
  isStopped,
}: {
  readonly app: string;
  readonly isStopped: boolean;
}): ReactElement | null {
  const { t } = useTranslation();
  const mayPause = useMay("jobs:pause");
  const [isAsking, asking] = useDisclosure(false);
  const [note, setNote] = useState("");
  const mayCancel = useMay("runs:cancel");
  const cancelsByDefault = useSession().data?.stopWaiting === "cancel" && mayCancel;
  const [chosen, setChosen] = useState<boolean | null>(null);
  const cancels = chosen ?? cancelsByDefault;
  const path = { app };
  const apps = useApi("listApps", {}, { enabled: isAsking });
  const { running = 0, waiting = 0 } = apps.data?.items.find((one) => one.app === app) ?? {};
  const [endsRunning, setEndsRunning] = useState(false);
  const end = useApiChange("bulkInstances", {
    onDone: ({ matched }) => notifyDone(t("workers.runsCancelled", { count: matched })),
  });
  const start = useApiChange("startApp", { onDone: () => notifyDone(t("workers.appStarted", { app })) });
  const stop = useApiChange("stopApp", {
    onDone: () => {
      notifyDone(t("workers.appStopped", { app }));
      if (endsRunning) end.mutate({ body: { action: "cancel", filter: { app, state: ["Processing"] } } });
      asking.close();
    },
  });
  if (!mayPause) return null;
  return (
    <>
      <Button
        variant="default"
        size="compact-xs"
        leftSection={isStopped ? <CirclePlay size={12} /> : <CirclePause size={12} />}
        loading={start.isPending}
        aria-label={t(isStopped ? "workers.startApp" : "workers.stopApp", { app })}
        onClick={() => (isStopped ? start.mutate({ path, body: {} }) : asking.open())}
      >
        {t(isStopped ? "workers.start" : "workers.stop")}
      </Button>
      {isAsking && (
        <DialogForm
          title={t("workers.stopApp", { app })}
          onClose={asking.close}
          onSubmit={() =>
            stop.mutate({
              path,
              body: { note: note.trim() === "" ? null : note.trim(), waiting: cancels ? "cancel" : "hold" },
            })
          }
          submitText={t("workers.stop")}
          isDestructive
          isPending={stop.isPending}
        >
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
      )}
    </>
  );
}
