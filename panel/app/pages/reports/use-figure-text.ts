import { useTranslation } from "react-i18next";
import { fileSize } from "../../ui/json/file-size.ts";
import { formatDuration } from "../../time/format-time.ts";

export type FigureKind = "count" | "rate" | "duration" | "size";

export interface FigureText {
  /** A figure as it is read; a dash where there is none. */
  text(kind: FigureKind, value: number | null): string;
  /** How much it differs from the time before: in percent, of a rate in points, and by its size where it was nothing. */
  change(kind: FigureKind, now: number, before: number): string;
}

/** How figures of reports are written. */
export function useFigureText(): FigureText {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent", maximumFractionDigits: 1 });
  const points = new Intl.NumberFormat(i18n.language, {
    signDisplay: "exceptZero",
    maximumFractionDigits: 1,
  });
  const growth = new Intl.NumberFormat(i18n.language, {
    style: "percent",
    signDisplay: "exceptZero",
    maximumFractionDigits: 0,
  });
  const text = (kind: FigureKind, value: number | null): string => {
    if (value === null) return "–";
    if (kind === "rate") return percent.format(value);
    if (kind === "size") return fileSize(value, i18n.language);
    return kind === "count" ? number.format(value) : formatDuration(value, i18n.language);
  };
  return {
    text,
    change(kind, now, before) {
      if (now === before) return t("reports.unchanged");
      if (kind === "rate") return t("reports.points", { value: points.format(100 * (now - before)) });
      return before === 0 ? `+${text(kind, now)}` : growth.format((now - before) / before);
    },
  };
}
