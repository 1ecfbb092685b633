import { ActionIcon } from "@mantine/core";
import { LoaderCircle, Pause } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { LiveStatus, useLive } from "../live/live-provider.tsx";

const LABELS = {
  live: "shell.live",
  paused: "shell.livePaused",
  connecting: "shell.liveConnecting",
} as const;

/** Says whether what is shown is live, and pauses it. */
export function LiveSwitch(): ReactElement {
  const { t } = useTranslation();
  const { status, setPaused } = useLive();
  const label = t(LABELS[status]);
  return (
    <ActionIcon aria-label={label} title={label} onClick={() => setPaused(status !== LiveStatus.Paused)}>
      {status === LiveStatus.Live && <span className="live-dot state-succeeded" />}
      {status === LiveStatus.Paused && <Pause size={16} />}
      {status === LiveStatus.Connecting && <LoaderCircle size={16} />}
    </ActionIcon>
  );
}
