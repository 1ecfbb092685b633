import { Stack, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { TimeMode } from "../../../time/format-time.ts";
import { useTimeMode } from "../../../time/time-mode.tsx";
import { useNow } from "../../../time/use-now.ts";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { monthsFrom } from "../../calendar/calendar-period.ts";
import { Layers } from "../../calendar/layers.tsx";
import { NO_DAYS_OFF } from "../../calendar/days-off.ts";
import { YearGrid } from "../../calendar/month-grid.tsx";
import "../../calendar/calendar.css";

const EVERY_MS = 15_000;

/** Twelve months of a job's schedule, with what pauses and changes of clocks do to it. */
export function ScheduleYear({ jobKey }: { readonly jobKey: string }): ReactElement {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isUtc = useTimeMode().mode === TimeMode.Utc;
  const [openedMs] = useState(useNow());
  const period = monthsFrom(new Date(openedMs), isUtc);
  const query = { from: period.from.toISOString(), to: period.to.toISOString(), jobKey };
  const timeline = useApi("getTimeline", { query }, { everyMs: EVERY_MS, keepPrevious: true });
  return (
    <QueryView query={timeline}>
      {(data) => (
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t("calendar.year")}
          </Text>
          <Layers bands={data.bands} />
          {data.fromEnds.total > 0 ? (
            <Text size="sm">{t("calendar.fromEnds", { count: 1, jobs: jobKey })}</Text>
          ) : (
            <YearGrid
              daysOff={NO_DAYS_OFF}
              period={period}
              timeline={data}
              isUtc={isUtc}
              onOpen={(at) =>
                void navigate({ to: "/calendar", search: { range: "day", at: at.toISOString(), jobKey } })
              }
            />
          )}
        </Stack>
      )}
    </QueryView>
  );
}
