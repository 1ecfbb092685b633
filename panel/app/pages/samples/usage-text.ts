import { useTranslation } from "react-i18next";
import { fileSize } from "../../ui/json/file-size.ts";

/** What is measured of workers and programs. */
export type UsageKind = "processor" | "memory" | "loopDelay" | "places";

/** How measured values are written. */
export function useUsageText(): (kind: UsageKind, value: number) => string {
  const { i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 });
  const delay = new Intl.NumberFormat(i18n.language, {
    style: "unit",
    unit: "millisecond",
    maximumFractionDigits: 1,
  });
  return (kind, value) => {
    if (kind === "memory") return fileSize(value, i18n.language);
    return kind === "loopDelay" ? delay.format(value) : number.format(value);
  };
}
