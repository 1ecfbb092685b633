import type { ScheduleCalendar } from "../calendar/calendar-draft.ts";
import type { TFunction } from "i18next";
import { durationText } from "../../../time/duration-text.ts";
import { formatInstant } from "../../../time/format-time.ts";
import { labelTexts, OPTION_KINDS, OptionKind, type OptionPath, type OptionValue } from "./option-fields.ts";

/** An option's value for people to compare. */
export function optionWords(path: OptionPath, value: OptionValue | undefined, t: TFunction): string {
  const kind = OPTION_KINDS[path];
  if (typeof value === "boolean") return value ? t("job.yes") : t("job.no");
  if (value === null || value === undefined || value === "") {
    return kind === OptionKind.Limit || kind === OptionKind.DurationLimit
      ? t("job.unlimited")
      : t("job.empty");
  }
  if (kind === OptionKind.Calendar) return calendarWords(value as unknown as ScheduleCalendar);
  if (typeof value === "object") {
    const texts = Array.isArray(value)
      ? value.map((item) => (typeof item === "string" ? item : JSON.stringify(item)))
      : labelTexts(value);
    return texts.length === 0 ? t("job.empty") : texts.join(", ");
  }
  if (kind === OptionKind.Duration || kind === OptionKind.DurationLimit) return durationText(Number(value));
  if (kind === OptionKind.Instant) return formatInstant(new Date(String(value)));
  if (kind === OptionKind.Choice) return choiceWords(path, String(value), t);
  return String(value);
}

/** Short, as a list of differences shows it. */
function calendarWords({ key, on = "workday", otherwise = "skip" }: ScheduleCalendar): string {
  const days = typeof on === "object" ? `${on.nth}/${on.of}` : on;
  return otherwise === "skip" ? `${key}: ${days}` : `${key}: ${days}, ${otherwise}`;
}

export function choiceWords(path: OptionPath, choice: string, t: TFunction): string {
  return t(`option.choice.${path}.${choice}` as never, { defaultValue: choice });
}
