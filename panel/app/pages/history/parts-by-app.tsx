import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Operation } from "../../api/operations.generated.ts";
import "./history.css";

const SHOWN = 8;

/** The objects of an act on many, by app and job, the most first. */
export function PartsByApp({ parts }: Pick<Operation, "parts">): ReactElement | null {
  const { t } = useTranslation();
  if (parts.length === 0) return null;
  const apps = [...Map.groupBy(parts, ({ app }) => app)].map(([app, jobs]) => ({
    app,
    jobs,
    count: jobs.reduce((sum, job) => sum + job.count, 0),
  }));
  const shown = parts.slice(0, SHOWN);
  return (
    <Text size="sm" component="div">
      {apps.length > 1 && (
        <div className="operation-facts">
          {apps.map(({ app, count }) => (
            <span key={app}>
              <b>{app}</b> {count}
            </span>
          ))}
        </div>
      )}
      <ul className="act-changes" aria-label={t("history.parts")}>
        {shown.map(({ app, jobKey, count }) => (
          <li key={jobKey}>
            {count} × <span className="mono">{jobKey}</span> <span className="dimmed">{app}</span>
          </li>
        ))}
      </ul>
      {parts.length > SHOWN && (
        <span className="dimmed">{t("history.more", { count: parts.length - SHOWN })}</span>
      )}
    </Text>
  );
}
