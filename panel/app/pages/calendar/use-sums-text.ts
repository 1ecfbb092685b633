import { useTranslation } from "react-i18next";
import { useTimeText } from "../../time/time.tsx";
import type { Sums } from "./day-sums.ts";

/** What happened in a stretch of time, and what will, in words; `off` is of a day off, with what that is called. */
export function useSumsText(): (from: Date, sums: Sums, off?: string | null) => string {
  const { t } = useTranslation();
  const timeText = useTimeText();
  return (from, { succeeded, failed, other, fires }, off) => {
    const parts = [
      ...(succeeded > 0 ? [t("calendar.succeeded", { count: succeeded })] : []),
      ...(failed > 0 ? [t("calendar.failed", { count: failed })] : []),
      ...(other > 0 ? [t("calendar.other", { count: other })] : []),
      ...(fires > 0 ? [t("calendar.fires", { count: fires })] : []),
    ];
    const at = timeText(from.toISOString());
    const words = parts.length === 0 ? t("calendar.nothing") : parts.join(", ");
    if (off === undefined) return `${at}: ${words}`;
    const called = off === null ? t("calendar.daysOff.day") : t("calendar.daysOff.named", { name: off });
    return `${at}: ${called}; ${words}`;
  };
}
