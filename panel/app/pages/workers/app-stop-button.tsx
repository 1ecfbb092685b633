import { useDisclosure } from "@mantine/hooks";
import { CirclePause, CirclePlay } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../api/notify.ts";
import { useApi, useApiChange } from "../../api/use-api.ts";
import { useRefusal } from "../../session/use-may.ts";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import { StopDialog } from "./stop-dialog.tsx";

/** Stops all jobs of an app, or starts them again. */
export function AppStopButton({
  app,
  isStopped,
}: {
  readonly app: string;
  readonly isStopped: boolean;
}): ReactElement {
  const { t } = useTranslation();
  const refusal = useRefusal("jobs:pause", app);
  const [isAsking, asking] = useDisclosure(false);
  const apps = useApi("listApps", {}, { enabled: isAsking });
  const asked = apps.data?.items.filter((one) => one.app === app);
  const start = useApiChange("startApp", { onDone: () => notifyDone(t("workers.appStarted", { app })) });
  return (
    <>
      <RefusableButton
        refusal={refusal}
        variant="default"
        size="compact-xs"
        leftSection={isStopped ? <CirclePlay size={12} /> : <CirclePause size={12} />}
        loading={start.isPending}
        aria-label={t(isStopped ? "workers.startApp" : "workers.stopApp", { app })}
        onClick={() => (isStopped ? start.mutate({ path: { app }, body: {} }) : asking.open())}
      >
        {t(isStopped ? "workers.start" : "workers.stop")}
      </RefusableButton>
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
