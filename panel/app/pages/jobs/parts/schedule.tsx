import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { durationText } from "../../../time/duration-text.ts";
import { intervalText } from "./interval-text.ts";
import type { Job } from "../../../api/operations.generated.ts";

/** When it fires: in words, and as it is written. */
export function Schedule({ job: { kind, options, cronWords } }: { readonly job: Job }): ReactElement {
  const { t } = useTranslation();
  if (kind === "triggered")
    return (
      <Text size="sm" c="dimmed">
        {t("jobs.onDemand")}
      </Text>
    );
  const { cron, everyMs, everyFrom, jitterMs = 0, timeZone, schedules = [] } = options;
  const on = schedules.filter(({ disabled }) => disabled !== true);
  const more = [
    ...(jitterMs === 0 ? [] : [t("jobs.jitter", { upTo: durationText(jitterMs) })]),
    ...(on.length === 0 ? [] : [t("jobs.moreSchedules", { count: on.length })]),
  ].join(" · ");
  if (everyMs != null)
    return (
      <>
        <Text size="sm">{cronWords ?? intervalText({ everyMs, everyFrom }, t)}</Text>
        {more !== "" && (
          <Text size="xs" c="dimmed">
            {more}
          </Text>
        )}
      </>
    );
  if (cron == null)
    return (
      <Text size="sm" c="dimmed">
        {on.length === 0 ? t("jobs.neverFires") : on.map(({ name }) => name).join(", ")}
      </Text>
    );
  return (
    <>
      <Text size="sm">{cronWords ?? cron}</Text>
      <Text size="xs" c="dimmed">
        <span className="mono">{cron}</span> · {timeZone}
        {more !== "" && ` · ${more}`}
      </Text>
    </>
  );
}
