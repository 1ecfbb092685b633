import { Button, Group } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Notice } from "../../../ui/notice.tsx";
import { type CronDialect, quartzReadings } from "./quartz.ts";

export interface QuartzNoticeProps {
  readonly cron: string;
  readonly onChange: (cron: string) => void;
  readonly onDialect: (dialect: CronDialect) => void;
}

/** Asks which weekday is meant where Quartz and XXL-JOB count weekdays differently. */
export function QuartzNotice({ cron, onChange, onDialect }: QuartzNoticeProps): ReactElement | null {
  const { t } = useTranslation();
  const readings = quartzReadings(cron);
  if (readings === null) return null;
  return (
    <Notice title={t("job.quartz.title")}>
      {t("job.quartz.explanation")}
      <Group gap="xs" mt={6} className="quartz-notice">
        <Button variant="default" size="compact-sm" onClick={() => onDialect("quartz")}>
          {t("job.quartz.asQuartz", { cron: readings.quartz })}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => onChange(readings.here)}>
          {t("job.quartz.asHere", { cron: readings.here })}
        </Button>
      </Group>
    </Notice>
  );
}
