import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import {
  CalendarOff,
  CircleStop,
  ClockArrowDown,
  ClockArrowUp,
  type LucideIcon,
  Pause,
  Sun,
} from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useTimeText } from "../../time/time.tsx";
import type { Band } from "./day-sums.ts";
import { type DaysOff, type ShownCalendar, stretchesOff } from "./days-off.ts";

const ICONS: Readonly<Record<Band["kind"], LucideIcon>> = {
  pause: Pause,
  stop: CircleStop,
  window: CalendarOff,
  clock_forward: ClockArrowUp,
  clock_back: ClockArrowDown,
};
const MOST = 8;

/** What keeps schedules from doing what their text says: one line for each, and one kind of line for each kind of layer. */
export function Layers({ bands }: { readonly bands: readonly Band[] }): ReactElement | null {
  const { t } = useTranslation();
  if (bands.length === 0) return null;
  return (
    <ul className="calendar-layers" aria-label={t("calendar.layers")}>
      {bands.slice(0, MOST).map((band) => (
        <Layer
          key={`${band.kind} ${band.name ?? band.jobKey ?? band.app ?? band.timeZone ?? ""} ${band.from}`}
          band={band}
        />
      ))}
      {bands.length > MOST && (
        <li>
          <Text size="xs" c="dimmed">
            {t("calendar.moreLayers", { count: bands.length - MOST })}
          </Text>
        </li>
      )}
    </ul>
  );
}

export interface DaysOffLayerProps {
  readonly shown: ShownCalendar;
  readonly daysOff: DaysOff;
  /** The last day that is shown. */
  readonly lastDay: string;
}

/** Whose days off are shaded, what those with names are called, and from when on they are an estimate. */
export function DaysOffLayer({ shown, daysOff, lastDay }: DaysOffLayerProps): ReactElement {
  const { t } = useTranslation();
  const stretches = stretchesOff(daysOff);
  const { name } = shown.calendar;
  const { knownTo } = shown;
  const named = stretches
    .slice(0, MOST)
    .map(({ name: called, from, to }) => `${from === to ? from : `${from} – ${to}`} ${called}`);
  return (
    <ul className="calendar-layers" aria-label={t("calendar.daysOff.layer")}>
      <li>
        <Sun size={14} aria-hidden="true" className="day-off-icon" />
        <Text size="sm" span>
          {t("calendar.daysOff.shaded", { name })}
          {named.length > 0 && ` · ${named.join(", ")}`}
          {stretches.length > MOST && ` · ${t("calendar.moreLayers", { count: stretches.length - MOST })}`}
          {knownTo !== null && knownTo < lastDay && ` · ${t("calendar.daysOff.estimated", { day: knownTo })}`}
        </Text>
      </li>
    </ul>
  );
}

function Layer({ band }: { readonly band: Band }): ReactElement {
  const { t } = useTranslation();
  const timeText = useTimeText();
  const { kind, from, to, app, jobKey, timeZone, note } = band;
  const Icon = ICONS[kind];
  const name = band.name ?? jobKey ?? app ?? timeZone ?? "";
  const words = t(`calendar.layer.${kind}`, { name, from: timeText(from) });
  const isOfClocks = kind === "clock_forward" || kind === "clock_back";
  const until = isOfClocks || to === null ? "" : t("calendar.until", { to: timeText(to) });
  return (
    <li>
      <Icon size={14} aria-hidden="true" />
      <Text size="sm" span>
        {jobKey === null ? (
          words
        ) : (
          <Anchor
            size="sm"
            renderRoot={(props) => <Link to="/jobs/$key" params={{ key: jobKey }} {...props} />}
          >
            {words}
          </Anchor>
        )}
        {until}
        {note !== null && ` · ${note}`}
      </Text>
    </li>
  );
}
