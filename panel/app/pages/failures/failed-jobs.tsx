import { Anchor, Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { Relative } from "../../time/time.tsx";
import type { FailedJob, FailureGroup } from "./failure-group.ts";

export interface FailedJobsProps {
  readonly group: FailureGroup;
  readonly from: string;
  readonly onRerun: (group: FailureGroup, job: FailedJob) => void;
}

/** The jobs that failed of one cause: one by its name, several as a list that opens. */
export function FailedJobs({ group, from, onRerun }: FailedJobsProps): ReactElement {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { jobs, jobCount } = group;
  const [only] = jobs;
  if (jobCount === 1 && only !== undefined) return <JobLink job={only} />;
  const names = jobs.slice(0, 2).map(({ jobKey, jobName }) => jobName ?? jobKey);
  return (
    <details className="failed-jobs" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {t("failures.jobs", { count: jobCount })}: {names.join(t("failures.between"))}
        {jobCount > names.length && " …"}
      </summary>
      {isOpen && (
        <ul>
          {jobs.map((job) => (
            <li key={job.jobKey}>
              <JobLink job={job} />
              {" · "}
              <Anchor
                size="xs"
                renderRoot={(props) => (
                  <Link to="/runs" search={{ jobKey: job.jobKey, state: ["Terminated"], from }} {...props} />
                )}
              >
                {t("failures.runs", { count: job.count })}
              </Anchor>
              {" · "}
              {t("failures.last")} <Relative at={job.lastAt} />{" "}
              {job.rerun < job.count && (
                <Button variant="subtle" size="compact-xs" onClick={() => onRerun(group, job)}>
                  {t("failures.rerun", { count: job.count - job.rerun })}
                </Button>
              )}
            </li>
          ))}
          {jobCount > jobs.length && <li>{t("failures.moreJobs", { count: jobCount - jobs.length })}</li>}
        </ul>
      )}
    </details>
  );
}

function JobLink({ job: { jobKey, jobName, app } }: { readonly job: FailedJob }): ReactElement {
  return (
    <Anchor
      size="xs"
      underline="always"
      title={`${app} · ${jobKey}`}
      renderRoot={(props) => <Link to="/jobs/$key" params={{ key: jobKey }} {...props} />}
    >
      {jobName ?? jobKey}
    </Anchor>
  );
}
