import { Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { Copy, Pause, Play, StepForward } from "lucide-react";
import { lazy, type ReactElement, Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { JobDetail } from "../../api/operations.generated.ts";
import { useApiChange } from "../../api/use-api.ts";
import { notifyDone } from "../../ui/notify.tsx";

const PauseDialog = lazy(async () => ({ default: (await import("./pause-dialog.tsx")).PauseDialog }));

/** What can be done with the job that is looked at. */
export function JobHeaderActions({ job }: { readonly job: JobDetail }): ReactElement {
  const { t } = useTranslation();
  const { key, kind, pause, latest } = job;
  const [isPausing, pausing] = useDisclosure(false);
  const resume = useApiChange("resumeJob", { onDone: () => notifyDone(t("jobs.resumed", { key })) });
  return (
    <Group gap="xs">
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
      <Button
        leftSection={<Play size={14} />}
        renderRoot={(props) => <Link to="/jobs/$key/run" params={{ key }} {...props} />}
      >
        {t("job.run")}
      </Button>
      {isPausing && (
        <Suspense>
          <PauseDialog jobKey={key} onClose={pausing.close} />
        </Suspense>
      )}
    </Group>
  );
}
