import { Button, Group, Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { CloudLightning, ServerCrash } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { useRefusal } from "../../session/use-may.ts";
import { formatDuration } from "../../time/format-time.ts";
import { useTimeText } from "../../time/time.tsx";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import type { Period } from "./calendar-period.ts";
import type { Forecast, Storm } from "./day-sums.ts";
import { LoadBand } from "./load-band.tsx";
import { SpreadDialog } from "./spread-dialog.tsx";

const route = getRouteApi("/calendar");
const SHOWN = 5;
const EVERY_MS = 15_000;
const A_DAY_MS = 86_400_000;

/** The storms of what is shown, with their effect, and the load. */
export function StormList({
  period,
  nowMs,
}: {
  readonly period: Period;
  readonly nowMs: number;
}): ReactElement | null {
  const { app, jobKey } = route.useSearch();
  const fromMs = Math.max(period.from.getTime(), Math.floor(nowMs / 60_000) * 60_000);
  const toMs = period.to.getTime();
  const isAhead = toMs > fromMs;
  const query = {
    from: new Date(fromMs).toISOString(),
    to: new Date(Math.max(toMs, fromMs + 1)).toISOString(),
    bucketMs: toMs - fromMs > A_DAY_MS ? 3_600_000 : toMs - fromMs > 3_600_000 ? 900_000 : 60_000,
    app,
    jobKey,
  };
  const forecast = useApi(
    "getForecast",
    { query },
    { enabled: isAhead, everyMs: EVERY_MS, keepPrevious: true },
  );
  if (!isAhead || forecast.data === undefined) return null;
  return (
    <>
      <LoadBand forecast={forecast.data} />
      <Storms forecast={forecast.data} />
    </>
  );
}

function Storms({ forecast }: { readonly forecast: Forecast }): ReactElement | null {
  const { t } = useTranslation();
  const [isAll, setAll] = useState(false);
  const { storms, overloads } = forecast;
  if (storms.length === 0 && overloads.length === 0) return null;
  const kinds = alike(storms);
  const shown = isAll ? kinds : kinds.slice(0, SHOWN);
  return (
    <ul className="storms" aria-label={t("calendar.storms")}>
      {shown.map(({ storm, more }) => (
        <StormRow key={storm.at} storm={storm} more={more} forecast={forecast} />
      ))}
      {kinds.length > shown.length && (
        <li>
          <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
            {t("calendar.moreStorms", { count: kinds.length - shown.length })}
          </Button>
        </li>
      )}
      {overloads.slice(0, SHOWN).map((overload) => (
        <OverloadRow key={`${overload.app} ${overload.from}`} overload={overload} />
      ))}
    </ul>
  );
}

/** Storms of the same size at the same time of other days are one: the first, and how many more there are. */
function alike(storms: readonly Storm[]): readonly { readonly storm: Storm; readonly more: number }[] {
  const nameOf = ({ at, fires, jobsTotal }: Storm): string => `${at.slice(10)} ${fires} ${jobsTotal}`;
  return [...Map.groupBy(storms, nameOf).values()].flatMap(([storm, ...others]) =>
    storm === undefined ? [] : [{ storm, more: others.length }],
  );
}

interface StormRowProps {
  readonly storm: Storm;
  /** How many others are like it. */
  readonly more: number;
  readonly forecast: Forecast;
}

function StormRow({ storm, more, forecast }: StormRowProps): ReactElement {
  const { t } = useTranslation();
  const text = useStormText();
  const [isOpen, setOpen] = useState(false);
  const mayNot = useRefusal("jobs:edit");
  return (
    <li>
      <CloudLightning size={16} aria-hidden="true" className="storm-icon" />
      <div>
        <Text size="sm" fw={600}>
          {more === 0 ? text(storm) : t("calendar.repeated", { text: text(storm), count: more })}
        </Text>
        <Text size="xs" c="dimmed" className="storm-jobs">
          {storm.jobs
            .slice(0, 6)
            .map(({ jobKey }) => jobKey)
            .join(", ")}
          {storm.jobsTotal > 6 && ` ${t("calendar.moreJobs", { count: storm.jobsTotal - 6 })}`}
        </Text>
      </div>
      <RefusableButton
        variant="default"
        size="compact-sm"
        refusal={mayNot}
        aria-label={t("calendar.spreadOf", { at: storm.at })}
        onClick={() => setOpen(true)}
      >
        {t("calendar.spread")}
      </RefusableButton>
      {isOpen && <SpreadDialog storm={storm} forecast={forecast} onClose={() => setOpen(false)} />}
    </li>
  );
}

/** "02:00: 61 fires in one second, drained at 02:07". */
export function useStormText(): (storm: Storm) => string {
  const { t, i18n } = useTranslation();
  const timeText = useTimeText();
  return ({ at, fires, withinMs, expectedWaitMs, drainedAt }) => {
    const what = t(withinMs === 1000 ? "calendar.inSecond" : "calendar.inSeconds", { count: fires });
    const effect =
      drainedAt !== null && expectedWaitMs !== null
        ? t("calendar.drained", {
            at: timeText(drainedAt).slice(11),
            wait: formatDuration(expectedWaitMs, i18n.language),
          })
        : expectedWaitMs === 0
          ? t("calendar.noWait")
          : t("calendar.noLimit");
    return `${timeText(at)}: ${what}, ${effect}`;
  };
}

function OverloadRow({ overload }: { readonly overload: Forecast["overloads"][number] }): ReactElement {
  const { t } = useTranslation();
  const timeText = useTimeText();
  const { app, from, to, expectedRunning, places } = overload;
  return (
    <li>
      <ServerCrash size={16} aria-hidden="true" className="storm-icon" />
      <Group gap="xs">
        <Text size="sm">
          {t("calendar.overload", { app, from: timeText(from), to: timeText(to), expectedRunning, places })}
        </Text>
      </Group>
    </li>
  );
}
