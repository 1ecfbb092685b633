import { Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { ChevronDown, CircleQuestionMark, Copy, Pause, Play, StepForward } from "lucide-react";
import { lazy, type ReactElement, Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { JobDetail } from "../../../api/operations.generated.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { notifyDone } from "../../../api/notify.ts";
import { withWords } from "../../../i18n/i18n.ts";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import { JobMenu } from "../life/job-menu.tsx";
import { useRunNow } from "../parts/run-now.ts";

const JobWhyDialog = lazy(
  withWords(async () => ({ default: (await import("../../why/job-why-dialog.tsx")).JobWhyDialog }), "why"),
);
const PauseDialog = lazy(async () => ({ default: (await import("../parts/pause-dialog.tsx")).PauseDialog }));

/** The actions of the job that is shown. */
export function JobHeaderActions({ job }: { readonly job: JobDetail }): ReactElement {
  const { t } = useTranslation();
  const { key, kind, pause, latest } = job;
  const now = useRunNow();
  const [isPausing, pausing] = useDisclosure(false);
  const [isAsking, asking] = useDisclosure(false);
  const { name } = job.options;
  const resume = useApiChange("resumeJob", { onDone: () => notifyDone(t("jobs.resumed", { name })) });
  return (
    <Group gap="xs" className="job-header-actions">
      <Button variant="default" leftSection={<CircleQuestionMark size={14} />} onClick={asking.open}>
        {t("job.why")}
      </Button>
      {kind === "recurring" && pause === null && (
        <Button variant="default" leftSection={<Pause size={14} />} onClick={pausing.open}>
          {t("job.pause")}
        </Button>
      )}
      {pause !== null && (
        <Button
          variant="default"
          leftSection={<StepForward size={14} />}
          loading={resume.isPending}
          onClick={() => resume.mutate({ path: { key } })}
        >
          {t("job.resume")}
        </Button>
      )}
      {latest !== null && (
        <Button
          variant="default"
          leftSection={<Copy size={14} />}
          renderRoot={(props) => (
            <Link to="/jobs/$key/run" params={{ key }} search={{ from: latest.id }} {...props} />
          )}
        >
          {t("job.duplicate")}
        </Button>
      )}
      {kind === "recurring" ? (
        <Button.Group>
          <RefusableButton
            leftSection={<Play size={14} />}
            loading={now.isPending}
            refusal={job.options.disabled ? t("jobs.disabledHint") : null}
            onClick={() => now.run(job)}
          >
            {t("job.run")}
          </RefusableButton>
          <Button
            px={8}
            aria-label={t("job.runWithOptions")}
            title={t("job.runWithOptions")}
            renderRoot={(props) => <Link to="/jobs/$key/run" params={{ key }} {...props} />}
          >
            <ChevronDown size={14} aria-hidden="true" />
          </Button>
        </Button.Group>
      ) : (
        <Button
          leftSection={<Play size={14} />}
          renderRoot={(props) => <Link to="/jobs/$key/run" params={{ key }} {...props} />}
        >
          {t("job.run")}
        </Button>
      )}
      <JobMenu job={job} />
      {isAsking && (
        <Suspense>
          <JobWhyDialog jobKey={key} onClose={asking.close} />
        </Suspense>
      )}
      {isPausing && (
        <Suspense>
          <PauseDialog jobKey={key} name={name} onClose={pausing.close} />
        </Suspense>
      )}
    </Group>
  );
}
