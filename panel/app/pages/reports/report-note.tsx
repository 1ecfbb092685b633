import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { Time } from "../../time/time.tsx";
import { useNow } from "../../time/use-now.ts";
import { Notice } from "../../ui/notice.tsx";

const POLL_MS = 15_000;
/** Where nothing ends, `countedAt` is written once a minute. */
const BEHIND_MS = 180_000;

/** Says so where sums lack runs that have ended, or are made again. */
export function ReportNote(): ReactElement | null {
  const { t } = useTranslation();
  const nowMs = useNow();
  const { data } = useApi("getReportState", {}, { pollMs: POLL_MS });
  if (data === undefined) return null;
  const { countedAt, rebuild } = data;
  if (rebuild !== null)
    return (
      <Notice title={t("reports.rebuild")}>
        {t("reports.rebuildSince")} <Time at={rebuild.since} />
      </Notice>
    );
  if (countedAt === null) return <Notice title={t("reports.noSums")}>{t("reports.noSumsHint")}</Notice>;
  if (nowMs - Date.parse(countedAt) < BEHIND_MS) return null;
  return (
    <Notice title={t("reports.behind")}>
      {t("reports.behindSince")} <Time at={countedAt} />
    </Notice>
  );
}
