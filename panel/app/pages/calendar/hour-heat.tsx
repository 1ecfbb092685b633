import { VisuallyHidden } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { type CalendarDay, civilOf, type Period } from "./calendar-period.ts";
import { heatOf, hoursOf, type Sums, sumsOf, type Timeline } from "./day-sums.ts";
import type { DaysOff } from "./days-off.ts";
import { useSumsText } from "./use-sums-text.ts";

export interface GridProps {
  readonly period: Period;
  readonly timeline: Timeline;
  readonly isUtc: boolean;
  readonly daysOff: DaysOff;
  readonly onOpen: (at: Date) => void;
}

/** Hours of days, the more in them the stronger: what is past by how it ended. */
export function HourHeat({ period, timeline, isUtc, daysOff, onOpen }: GridProps): ReactElement {
  const { t } = useTranslation();
  const rows = period.days.map((day) => ({ day, hours: hoursOf(day) }));
  const sums = sumsOf(
    timeline,
    rows.flatMap(({ hours }) => hours),
  );
  const most = Math.max(0, ...sums.map(weightOf));
  let next = 0;
  return (
    <section aria-label={t("calendar.byHour")} className="hour-heat scrolls" tabIndex={0} role="region">
      <table>
        <thead>
          <tr>
            <td />
            {Array.from({ length: 24 }, (_, hour) => (
              <th key={hour} scope="col">
                {String(hour).padStart(2, "0")}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ day, hours }) => {
            const first = next;
            next += hours.length;
            return (
              <tr key={day.name} className={daysOff.has(day.name) ? "day-off" : undefined}>
                <DayHead day={day} isUtc={isUtc} off={daysOff.get(day.name)} />
                {hoursByClock(hours, isUtc).map((own, hour) => (
                  <td key={hour} className={own.length > 1 ? "hour-twice" : undefined}>
                    {own.length === 0 ? (
                      <span className="hour-gap" title={t("calendar.noHour")}>
                        <VisuallyHidden>{t("calendar.noHour")}</VisuallyHidden>
                      </span>
                    ) : (
                      own.map((index) => (
                        <Cell
                          key={index}
                          from={hours[index]?.from ?? day.from}
                          sums={sums[first + index]}
                          most={most}
                          onOpen={onOpen}
                        />
                      ))
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

interface DayHeadProps {
  readonly day: CalendarDay;
  readonly isUtc: boolean;
  /** What the day off is called; `undefined` is none. */
  readonly off: string | null | undefined;
}

function DayHead({ day, isUtc, off }: DayHeadProps): ReactElement {
  const { t, i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(i18n.language, {
    weekday: "short",
    month: "2-digit",
    day: "2-digit",
    ...(isUtc && { timeZone: "UTC" }),
  });
  return (
    <th scope="row" className="nowrap">
      {format.format(day.from)}
      {off !== undefined && <span className="day-off-name">{off ?? t("calendar.daysOff.day")}</span>}
    </th>
  );
}

/** The places of the hours that clocks show as each of the 24: none of one that is left out, two of one that comes twice. */
function hoursByClock(
  hours: readonly Pick<CalendarDay, "from">[],
  isUtc: boolean,
): readonly (readonly number[])[] {
  const found = Array.from({ length: 24 }, (): number[] => []);
  for (const [index, { from }] of hours.entries()) found[civilOf(from, isUtc).hour]?.push(index);
  return found;
}

interface CellProps {
  readonly from: Date;
  readonly sums: Sums | undefined;
  readonly most: number;
  readonly onOpen: (at: Date) => void;
}

function Cell({ from, sums, most, onOpen }: CellProps): ReactElement {
  const text = useSumsText();
  const shown = sums ?? { succeeded: 0, failed: 0, other: 0, fires: 0 };
  const words = text(from, shown);
  return (
    <button
      type="button"
      className={`heat-cell heat-${lookOf(shown)} heat-level-${heatOf(weightOf(shown), most)}`}
      title={words}
      onClick={() => onOpen(from)}
    >
      <VisuallyHidden>{words}</VisuallyHidden>
      <span aria-hidden="true">{weightOf(shown) === 0 ? "" : shortOf(weightOf(shown))}</span>
    </button>
  );
}

export function weightOf({ succeeded, failed, other, fires }: Sums): number {
  return succeeded + failed + other + fires;
}

/** What a stretch is seen as: failures first. */
export function lookOf({ succeeded, failed, fires }: Sums): "failed" | "ok" | "fires" | "none" {
  if (failed > 0) return "failed";
  if (fires > 0) return "fires";
  return succeeded > 0 ? "ok" : "none";
}

/** At most four characters. */
export function shortOf(count: number): string {
  if (count < 1000) return String(count);
  if (count < 10_000) return `${Math.floor(count / 100) / 10}k`;
  return count < 1_000_000 ? `${Math.floor(count / 1000)}k` : `${Math.floor(count / 1_000_000)}M`;
}
