import { Text, Title } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { type Calendar, type CalendarDraft, daysOfMonth, placesBefore } from "./calendar-days.ts";

const MONTHS = Array.from({ length: 12 }, (_, month) => month);
/** A Monday. */
const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

export interface YearGridProps {
  readonly year: number;
  readonly draft: CalendarDraft;
  readonly inherited: Pick<Calendar, "days" | "names">;
  readonly chosen: string | null;
  /** Why days cannot be changed; `null` where they can. */
  readonly refusal: string | null;
  readonly onDay: (day: string) => void;
}

/** The days of a year: which are worked, and where that is said. */
export function YearGrid({ year, draft, inherited, chosen, refusal, onDay }: YearGridProps): ReactElement {
  const { t, i18n } = useTranslation();
  const monthName = new Intl.DateTimeFormat(i18n.language, { month: "long", timeZone: "UTC" });
  const longDay = new Intl.DateTimeFormat(i18n.language, { dateStyle: "long", timeZone: "UTC" });
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: "narrow", timeZone: "UTC" });
  return (
    <div className="work-year">
      {MONTHS.map((month) => (
        <section key={month} aria-label={monthName.format(Date.UTC(year, month, 1))}>
          <Title order={3} size="h6">
            {monthName.format(Date.UTC(year, month, 1))}
          </Title>
          <div className="work-month">
            {Array.from({ length: 7 }, (_, index) => (
              <Text key={index} size="xs" c="dimmed" ta="center" aria-hidden="true">
                {weekday.format(MONDAY_MS + index * DAY_MS)}
              </Text>
            ))}
            {daysOfMonth(year, month, draft, inherited).map(({ day, kind, from, name }, index) => {
              const words = {
                day: longDay.format(new Date(`${day}T00:00:00Z`)),
                kind: t(`calendars.${kind}`),
              };
              const label =
                name === null ? t("calendars.dayWords", words) : t("calendars.dayNamed", { ...words, name });
              return (
                <button
                  key={day}
                  type="button"
                  className="calendar-day"
                  data-kind={kind}
                  data-from={from}
                  aria-label={label}
                  aria-pressed={day === chosen}
                  aria-disabled={refusal !== null || undefined}
                  title={from === "weekday" ? label : `${label} (${t(`calendars.${from}`)})`}
                  style={index === 0 ? { gridColumnStart: placesBefore(year, month) + 1 } : undefined}
                  onClick={() => refusal === null && onDay(day)}
                >
                  {Number(day.slice(8))}
                </button>
              );
            })}
          </div>
        </section>
      ))}
    </div>
  );
}
