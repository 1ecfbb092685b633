import { Text, VisuallyHidden } from "@mantine/core";
import { CircleCheck, Clock3, OctagonX } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { type CalendarDay, civilOf } from "./calendar-period.ts";
import { heatOf, type Sums, sumsOf } from "./day-sums.ts";
import { type GridProps, lookOf, shortOf, weightOf } from "./hour-heat.tsx";
import { useSumsText } from "./use-sums-text.ts";

const NONE: Sums = { succeeded: 0, failed: 0, other: 0, fires: 0 };

/** The days of a month, with what became of each or will fire. */
export function MonthGrid({ period, timeline, isUtc, daysOff, onOpen }: GridProps): ReactElement {
  const { t } = useTranslation();
  const sums = sumsOf(timeline, period.days);
  const most = Math.max(0, ...sums.map(weightOf));
  const [first] = period.days;
  return (
    <section aria-label={t("calendar.byDay")} className="month-grid">
      <Weekdays />
      {first !== undefined && <Blank count={civilOf(first.from, isUtc).weekday} />}
      {period.days.map((day, index) => (
        <DayCell
          key={day.name}
          day={day}
          sums={sums[index] ?? NONE}
          most={most}
          off={daysOff.get(day.name)}
          onOpen={onOpen}
        />
      ))}
    </section>
  );
}

function Blank({ count }: { readonly count: number }): ReactElement | null {
  return count === 0 ? null : <span style={{ gridColumn: `span ${count}` }} aria-hidden="true" />;
}

/** Monday to Sunday. */
function Weekdays(): ReactElement {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(i18n.language, { weekday: "short", timeZone: "UTC" });
  return (
    <>
      {Array.from({ length: 7 }, (_, day) => (
        <Text key={day} size="xs" c="dimmed" ta="center">
          {format.format(new Date(Date.UTC(2024, 0, 1 + day)))}
        </Text>
      ))}
    </>
  );
}

interface DayCellProps {
  readonly day: CalendarDay;
  readonly sums: Sums;
  readonly most: number;
  /** What the day off is called; `undefined` is none. */
  readonly off: string | null | undefined;
  readonly onOpen: (at: Date) => void;
}

function DayCell({ day, sums, most, off, onOpen }: DayCellProps): ReactElement {
  const text = useSumsText();
  const words = text(day.from, sums, off);
  const { succeeded, failed, fires } = sums;
  return (
    <button
      type="button"
      className={`heat-cell month-cell${off === undefined ? "" : " day-off"} heat-${lookOf(sums)} heat-level-${heatOf(weightOf(sums), most)}`}
      title={words}
      onClick={() => onOpen(day.from)}
    >
      <VisuallyHidden>{words}</VisuallyHidden>
      <span className="month-day" aria-hidden="true">
        {Number(day.name.slice(8))}
        {off !== undefined && off !== null && <span className="day-off-name">{off}</span>}
      </span>
      {succeeded > 0 && (
        <span className="month-count day-ok" aria-hidden="true">
          <CircleCheck size={12} aria-hidden="true" /> {shortOf(succeeded)}
        </span>
      )}
      {failed > 0 && (
        <span className="month-count day-failed" aria-hidden="true">
          <OctagonX size={12} aria-hidden="true" /> {shortOf(failed)}
        </span>
      )}
      {fires > 0 && (
        <span className="month-count" aria-hidden="true">
          <Clock3 size={12} aria-hidden="true" /> {shortOf(fires)}
        </span>
      )}
    </button>
  );
}

/** Twelve small months. */
export function YearGrid({ period, timeline, isUtc, daysOff, onOpen }: GridProps): ReactElement {
  const { i18n } = useTranslation();
  const sums = sumsOf(timeline, period.days);
  const most = Math.max(0, ...sums.map(weightOf));
  const months = Map.groupBy(
    period.days.map((day, index) => ({ day, sums: sums[index] ?? NONE })),
    ({ day }) => day.name.slice(0, 7),
  );
  const format = new Intl.DateTimeFormat(i18n.language, { month: "long", timeZone: "UTC" });
  return (
    <div className="year-grid">
      {[...months].map(([name, days]) => (
        <section key={name} aria-label={name}>
          <Text size="sm" fw={600}>
            {format.format(new Date(`${name}-15T00:00:00Z`))}
          </Text>
          <div className="year-month">
            {days[0] !== undefined && <Blank count={civilOf(days[0].day.from, isUtc).weekday} />}
            {days.map(({ day, sums: own }) => (
              <YearCell
                key={day.name}
                day={day}
                sums={own}
                most={most}
                off={daysOff.get(day.name)}
                onOpen={onOpen}
              />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

function YearCell({ day, sums, most, off, onOpen }: DayCellProps): ReactElement {
  const text = useSumsText();
  const words = text(day.from, sums, off);
  return (
    <button
      type="button"
      className={`heat-cell year-cell${off === undefined ? "" : " day-off"} heat-${lookOf(sums)} heat-level-${heatOf(weightOf(sums), most)}`}
      title={words}
      onClick={() => onOpen(day.from)}
    >
      <VisuallyHidden>{words}</VisuallyHidden>
      <span aria-hidden="true">{Number(day.name.slice(8))}</span>
    </button>
  );
}
