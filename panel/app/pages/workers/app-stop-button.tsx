import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { CirclePause, CirclePlay } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../api/notify.ts";
import { useApi, useApiChange } from "../../api/use-api.ts";
import { useMay } from "../../session/use-may.ts";
import { StopDialog } from "./stop-dialog.tsx";

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
  const apps = useApi("listApps", {}, { enabled: isAsking });
  const asked = apps.data?.items.filter((one) => one.app === app);
  const start = useApiChange("startApp", { onDone: () => notifyDone(t("workers.appStarted", { app })) });
  if (!mayPause) return null;
  return (
    <>
      <Button
        variant="default"
        size="compact-xs"
        leftSection={isStopped ? <CirclePlay size={12} /> : <CirclePause size={12} />}
        loading={start.isPending}
        aria-label={t(isStopped ? "workers.startApp" : "workers.stopApp", { app })}
        onClick={() => (isStopped ? start.mutate({ path: { app }, body: {} }) : asking.open())}
      >
        {t(isStopped ? "workers.start" : "workers.stop")}
      </Button>
      {isAsking && asked !== undefined && (
        <StopDialog
          title={t("workers.stopApp", { app })}
          submitText={t("workers.stop")}
          apps={asked}
          stoppedText={t("workers.appStopped", { app })}
          onClose={asking.close}
        />
      )}
    </>
  );
}
