import { useTranslation } from "react-i18next";
import { useTimeText } from "../../time/time.tsx";
import type { Sums } from "./day-sums.ts";

/** What happened in a stretch of time, and what will, in words. */
export function useSumsText(): (from: Date, sums: Sums) => string {
  const { t } = useTranslation();
  const timeText = useTimeText();
  return (from, { succeeded, failed, other, fires }) => {
    const parts = [
      ...(succeeded > 0 ? [t("calendar.succeeded", { count: succeeded })] : []),
      ...(failed > 0 ? [t("calendar.failed", { count: failed })] : []),
      ...(other > 0 ? [t("calendar.other", { count: other })] : []),
      ...(fires > 0 ? [t("calendar.fires", { count: fires })] : []),
    ];
    const at = timeText(from.toISOString());
    return `${at}: ${parts.length === 0 ? t("calendar.nothing") : parts.join(", ")}`;
  };
}
