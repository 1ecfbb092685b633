import { Clock } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { localZone, TimeMode } from "../time/format-time.ts";
import { useTimeMode } from "../time/time-mode.tsx";
import { ChoiceMenu } from "../ui/choice-menu.tsx";

export function TimeMenu(): ReactElement {
  const { t } = useTranslation();
  const { mode, setMode } = useTimeMode();
  return (
    <ChoiceMenu
      label={t("shell.time")}
      Icon={Clock}
      choices={() => [
        { value: TimeMode.Local, label: t("shell.timeLocal", { zone: localZone() }) },
        { value: TimeMode.Utc, label: t("shell.timeUtc") },
        { value: TimeMode.Relative, label: t("shell.timeRelative") },
      ]}
      value={mode}
      onChoose={setMode}
    />
  );
}
