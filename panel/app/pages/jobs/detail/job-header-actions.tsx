import { Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { ChevronDown, CircleQuestionMark, Copy, Pause, Play, StepForward } from "lucide-react";
import { lazy, type ReactElement, Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { JobDetail } from "../../../api/operations.generated.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { notifyDone } from "../../../api/notify.ts";
import { useFeature } from "../../../session/use-feature.ts";
import { useRefusal } from "../../../session/use-may.ts";
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
  const { key, kind, pause, latest, app } = job;
  const hasWhy = useFeature("why");
  const mayNotPause = useRefusal("jobs:pause", app);
  const mayNotRun = useRefusal("runs:trigger", app);
  const now = useRunNow();
  const [isPausing, pausing] = useDisclosure(false);
  const [isAsking, asking] = useDisclosure(false);
  const { name } = job.options;
  const resume = useApiChange("resumeJob", { onDone: () => notifyDone(t("jobs.resumed", { name })) });
  return (
    <Group gap="xs" className="job-header-actions">
      {hasWhy && (
        <Button variant="default" leftSection={<CircleQuestionMark size={14} />} onClick={asking.open}>
          {t("job.why")}
        </Button>
      )}
      {kind === "recurring" && pause === null && (
        <RefusableButton
          variant="default"
          leftSection={<Pause size={14} />}
          refusal={mayNotPause}
          onClick={pausing.open}
        >
          {t("job.pause")}
        </RefusableButton>
      )}
      {pause !== null && (
        <RefusableButton
          variant="default"
          leftSection={<StepForward size={14} />}
          loading={resume.isPending}
          refusal={mayNotPause}
          onClick={() => resume.mutate({ path: { key } })}
        >
          {t("job.resume")}
        </RefusableButton>
      )}
      {latest !== null && (
        <RefusableButton
          variant="default"
          leftSection={<Copy size={14} />}
          refusal={mayNotRun}
          renderRoot={(props) => (
            <Link to="/jobs/$key/run" params={{ key }} search={{ from: latest.id }} {...props} />
          )}
        >
          {t("job.duplicate")}
        </RefusableButton>
      )}
      {kind === "recurring" ? (
        <Button.Group>
          <RefusableButton
            leftSection={<Play size={14} />}
            loading={now.isPending}
            refusal={job.options.disabled ? t("jobs.disabledHint") : mayNotRun}
            onClick={() => now.run(job)}
          >
            {t("job.run")}
          </RefusableButton>
          <RefusableButton
            px={8}
            aria-label={t("job.runWithOptions")}
            title={t("job.runWithOptions")}
            refusal={mayNotRun}
            renderRoot={(props) => <Link to="/jobs/$key/run" params={{ key }} {...props} />}
          >
            <ChevronDown size={14} aria-hidden="true" />
          </RefusableButton>
        </Button.Group>
      ) : (
        <RefusableButton
          leftSection={<Play size={14} />}
          refusal={mayNotRun}
          renderRoot={(props) => <Link to="/jobs/$key/run" params={{ key }} {...props} />}
        >
          {t("job.run")}
        </RefusableButton>
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
