import { ActionIcon, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { Copy, EllipsisVertical, Pause, Play, StepForward } from "lucide-react";
import { lazy, type ReactElement, Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { Job } from "../../../api/operations.generated.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { notifyDone } from "../../../api/notify.ts";
import { useRefusal } from "../../../session/use-may.ts";
import { RefusableItem } from "../../../ui/refusable-item.tsx";

const PauseDialog = lazy(async () => ({ default: (await import("../parts/pause-dialog.tsx")).PauseDialog }));

/** The menu of a job in a list, open at first. */
export function JobRowMenu({ job }: { readonly job: Job }): ReactElement {
  const { t } = useTranslation();
  const { key, kind, pause, latest, options, app } = job;
  const mayNotPause = useRefusal("jobs:pause", app);
  const mayNotRun = useRefusal("runs:trigger", app);
  const { name } = options;
  const [isPausing, pausing] = useDisclosure(false);
  const resume = useApiChange("resumeJob", { onDone: () => notifyDone(t("jobs.resumed", { name })) });
  return (
    <>
      <Menu position="bottom-end" shadow="md" transitionProps={{ duration: 0 }} defaultOpened>
        <Menu.Target>
          {/* It takes the place of the button that was pressed, and the focus goes back to it. */}
          <ActionIcon aria-label={t("common.more", { name })} autoFocus>
            <EllipsisVertical size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {kind === "recurring" && (
            <RefusableItem
              refusal={mayNotRun}
              leftSection={<Play size={14} />}
              renderRoot={(props) => <Link to="/jobs/$key/run" params={{ key }} {...props} />}
            >
              {t("job.runWithOptions")}
            </RefusableItem>
          )}
          {kind === "recurring" && pause === null && (
            <RefusableItem refusal={mayNotPause} leftSection={<Pause size={14} />} onClick={pausing.open}>
              {t("jobs.pause")}
            </RefusableItem>
          )}
          {pause !== null && (
            <RefusableItem
              refusal={mayNotPause}
              leftSection={<StepForward size={14} />}
              onClick={() => resume.mutate({ path: { key } })}
            >
              {t("jobs.resume")}
            </RefusableItem>
          )}
          <RefusableItem
            leftSection={<Copy size={14} />}
            refusal={latest === null ? t("jobs.never") : mayNotRun}
            renderRoot={(props) => (
              <Link to="/jobs/$key/run" params={{ key }} search={{ from: latest?.id }} {...props} />
            )}
          >
            {t("jobs.duplicate")}
          </RefusableItem>
        </Menu.Dropdown>
      </Menu>
      {isPausing && (
        <Suspense>
          <PauseDialog jobKey={key} name={name} onClose={pausing.close} />
        </Suspense>
      )}
    </>
  );
}
