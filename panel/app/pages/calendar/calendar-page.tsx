import { ActionIcon, Button, Group, SegmentedControl, Text } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { useFeature } from "../../session/use-feature.ts";
import { TimeMode } from "../../time/format-time.ts";
import { useTimeMode } from "../../time/time-mode.tsx";
import { useNow } from "../../time/use-now.ts";
import { Page } from "../../ui/page/page.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { AppPicker } from "../runs/list/app-picker.tsx";
import { CALENDAR_RANGES, type CalendarRange, type CalendarSearch } from "./calendar-search.ts";
import { type Period, periodOf, step } from "./calendar-period.ts";
import type { Timeline } from "./day-sums.ts";
import { DayList } from "./day-list.tsx";
import { HourHeat } from "./hour-heat.tsx";
import { daysOffIn, NO_DAYS_OFF } from "./days-off.ts";
import { DaysOffPicker } from "./days-off-picker.tsx";
import { DaysOffLayer, Layers } from "./layers.tsx";
import { MonthGrid, YearGrid } from "./month-grid.tsx";
import { StormList } from "./storm-list.tsx";
import { SpreadList } from "./spread-list.tsx";
import "../../ui/table/table.css";
import "./calendar.css";

const route = getRouteApi("/calendar");
const POLL_MS = 30_000;
/** Each run that begins or ends changes what is shown. */
const EVERY_MS = 15_000;

/** What fired, and what will fire. */
export function CalendarPage(): ReactElement {
  const { t } = useTranslation();
  const hasBackfill = useFeature("backfill");
  const { range = "week", app, jobKey, at } = route.useSearch();
  const { mode } = useTimeMode();
  const isUtc = mode === TimeMode.Utc;
  const nowMs = useNow();
  // What is shown changes with the minute, not with the second.
  const [openedMs] = useState(nowMs);
  const period = periodOf(range, at === undefined ? new Date(openedMs) : new Date(at), isUtc);
  const timeline = useApi(
    "getTimeline",
    { query: { from: period.from.toISOString(), to: period.to.toISOString(), app, jobKey } },
    { pollMs: POLL_MS, everyMs: EVERY_MS, keepPrevious: true },
  );
  return (
    <Page
      title={t("calendar.title")}
      aside={
        hasBackfill && (
          <Button
            size="compact-sm"
            variant="default"
            renderRoot={(props) => <Link to="/calendar/backfill" search={{ app }} {...props} />}
          >
            {t("calendar.backfill")}
          </Button>
        )
      }
    >
      <CalendarFilter period={period} isUtc={isUtc} now={new Date(openedMs)} />
      {range !== "year" && <StormList period={period} nowMs={openedMs} />}
      <QueryView query={timeline}>
        {(data) => <CalendarParts range={range} period={period} timeline={data} isUtc={isUtc} />}
      </QueryView>
      <SpreadList />
    </Page>
  );
}

interface PartsProps {
  readonly range: CalendarRange;
  readonly period: Period;
  readonly timeline: Timeline;
  readonly isUtc: boolean;
}

function CalendarParts({ range, period, timeline, isUtc }: PartsProps): ReactElement {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const { daysOff: key = "" } = route.useSearch();
  const hasCalendars = useFeature("calendars");
  const shown = useApi("getCalendar", { path: { key } }, { enabled: hasCalendars && key !== "" }).data;
  const daysOff = shown === undefined ? NO_DAYS_OFF : daysOffIn(period, shown);
  const open = (next: CalendarRange) => (at: Date) =>
    void navigate({ search: (before) => ({ ...before, range: next, at: at.toISOString() }) });
  const parts = { period, timeline, isUtc, daysOff };
  return (
    <div className="calendar">
      <Layers bands={timeline.bands} />
      {shown !== undefined && (
        <DaysOffLayer shown={shown} daysOff={daysOff} lastDay={period.days.at(-1)?.name ?? ""} />
      )}
      {range === "year" && <YearGrid {...parts} onOpen={open("day")} />}
      {range === "month" && <MonthGrid {...parts} onOpen={open("day")} />}
      {(range === "week" || range === "day") && <HourHeat {...parts} onOpen={open("hour")} />}
      {(range === "day" || range === "hour") && <DayList timeline={timeline} />}
      {timeline.fromEnds.total > 0 && (
        <Text size="xs" c="dimmed">
          {t("calendar.fromEnds", {
            count: timeline.fromEnds.total,
            jobs: timeline.fromEnds.keys.slice(0, 5).join(", "),
          })}
        </Text>
      )}
    </div>
  );
}

interface FilterProps {
  readonly period: Period;
  readonly isUtc: boolean;
  readonly now: Date;
}

/** The time and the jobs that are shown; all of it is in the URL. */
function CalendarFilter({ period, isUtc, now }: FilterProps): ReactElement {
  const { t, i18n } = useTranslation();
  const navigate = route.useNavigate();
  const { range = "week", app, jobKey, daysOff } = route.useSearch();
  const hasCalendars = useFeature("calendars");
  const change = (changed: Partial<CalendarSearch>): void =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  const go = (by: 1 | -1): void => change({ at: step(range, period.from, by, isUtc).toISOString() });
  return (
    <Group gap="xs" role="search">
      <SegmentedControl
        aria-label={t("calendar.range")}
        size="xs"
        value={range}
        data={CALENDAR_RANGES.map((value) => ({ value, label: t(`calendar.rangeOf.${value}`) }))}
        onChange={(value) => change({ range: CALENDAR_RANGES.find((one) => one === value) })}
      />
      <Group gap={4} wrap="nowrap">
        <ActionIcon variant="default" size={30} aria-label={t("calendar.earlier")} onClick={() => go(-1)}>
          <ChevronLeft size={16} aria-hidden="true" />
        </ActionIcon>
        <Button variant="default" size="compact-md" onClick={() => change({ at: now.toISOString() })}>
          {t("calendar.now")}
        </Button>
        <ActionIcon variant="default" size={30} aria-label={t("calendar.later")} onClick={() => go(1)}>
          <ChevronRight size={16} aria-hidden="true" />
        </ActionIcon>
      </Group>
      <Text fw={600} size="sm" aria-live="polite">
        {titleOf(range, period, { language: i18n.language, isUtc })}
      </Text>
      <AppPicker value={app} onPick={(picked) => change({ app: picked })} />
      {hasCalendars && <DaysOffPicker value={daysOff} onPick={(picked) => change({ daysOff: picked })} />}
      {jobKey !== undefined && (
        <Button
          variant="default"
          rightSection={<X size={14} aria-hidden="true" />}
          aria-label={t("calendar.anyJob", { jobKey })}
          onClick={() => change({ jobKey: undefined })}
        >
          {jobKey}
        </Button>
      )}
    </Group>
  );
}

const PARTS: Readonly<Record<CalendarRange, Intl.DateTimeFormatOptions>> = {
  hour: { dateStyle: "medium", timeStyle: "short" },
  day: { dateStyle: "full" },
  week: { dateStyle: "medium" },
  month: { year: "numeric", month: "long" },
  year: { year: "numeric" },
};

function titleOf(
  range: CalendarRange,
  { from, to }: Period,
  { language, isUtc }: { readonly language: string; readonly isUtc: boolean },
): string {
  const format = new Intl.DateTimeFormat(language, { ...PARTS[range], ...(isUtc && { timeZone: "UTC" }) });
  return range === "week" ? format.formatRange(from, new Date(to.getTime() - 1)) : format.format(from);
}
