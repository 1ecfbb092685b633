import { ActionIcon, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { Copy, EllipsisVertical, Pause, Play, StepForward } from "lucide-react";
import { lazy, type ReactElement, Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { Job } from "../../../api/operations.generated.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { notifyDone } from "../../../api/notify.ts";

const PauseDialog = lazy(async () => ({ default: (await import("../parts/pause-dialog.tsx")).PauseDialog }));

/** The menu of a job in a list, open at first. */
export function JobRowMenu({ job }: { readonly job: Job }): ReactElement {
  const { t } = useTranslation();
  const { key, kind, pause, latest, options } = job;
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
            <Menu.Item
              leftSection={<Play size={14} />}
              renderRoot={(props) => <Link to="/jobs/$key/run" params={{ key }} {...props} />}
            >
              {t("job.runWithOptions")}
            </Menu.Item>
          )}
          {kind === "recurring" && pause === null && (
            <Menu.Item leftSection={<Pause size={14} />} onClick={pausing.open}>
              {t("jobs.pause")}
            </Menu.Item>
          )}
          {pause !== null && (
            <Menu.Item
              leftSection={<StepForward size={14} />}
              onClick={() => resume.mutate({ path: { key } })}
            >
              {t("jobs.resume")}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<Copy size={14} />}
            disabled={latest === null}
            title={latest === null ? t("jobs.never") : undefined}
            renderRoot={(props) => (
              <Link to="/jobs/$key/run" params={{ key }} search={{ from: latest?.id }} {...props} />
            )}
          >
            {t("jobs.duplicate")}
          </Menu.Item>
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
