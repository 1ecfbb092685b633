import type { SpotlightActionData } from "@mantine/spotlight";
import { useNavigate } from "@tanstack/react-router";
import { Pause, Play, Repeat2, StepForward } from "lucide-react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../api/notify.ts";
import type { Job } from "../api/operations.generated.ts";
import { useApi, useApiChange } from "../api/use-api.ts";
import { mayIn } from "../session/use-may.ts";
import { useSession } from "../session/use-session.ts";
import { isNamed } from "../api/is-named.ts";
import { useRunNow } from "../pages/jobs/parts/run-now.ts";

const FOUND = 8;
/** Jobs that are offered with their actions, so that the list stays short. */
const WITH_ACTIONS = 3;

export interface PaletteJobs {
  readonly actions: readonly SpotlightActionData[];
  readonly isFinding: boolean;
}

/** Jobs that match what is written now, and what can be done with the first of them: open, run, pause, resume. */
export function usePaletteJobs(wanted: string, text: string): PaletteJobs {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const now = useRunNow();
  const session = useSession().data;
  const pause = useApiChange("pauseJob", {
    onDone: ({ options }) => notifyDone(t("jobs.pauseDone", { name: options.name })),
  });
  const resume = useApiChange("resumeJob", {
    onDone: ({ options }) => notifyDone(t("jobs.resumed", { name: options.name })),
  });
  const jobs = useApi(
    "listJobs",
    { query: { search: wanted, limit: FOUND } },
    { enabled: wanted !== "", keepPrevious: true },
  );
  const found = wanted === "" ? [] : (jobs.data?.items ?? []).filter((job) => isNamed(job, text));
  const open = ({ key, options }: Job): SpotlightActionData => ({
    id: `job ${key}`,
    label: options.name,
    description: key,
    leftSection: <Repeat2 size={16} />,
    onClick: () => void navigate({ to: "/jobs/$key", params: { key } }),
  });
  const run = (job: Job): SpotlightActionData => ({
    id: `run ${job.key}`,
    label: t("shell.runJob", { name: job.options.name }),
    description: job.key,
    leftSection: <Play size={16} />,
    onClick: () =>
      job.kind === "recurring"
        ? now.run(job)
        : void navigate({ to: "/jobs/$key/run", params: { key: job.key } }),
  });
  const halt = ({ key, options, pause: paused }: Job): SpotlightActionData =>
    paused === null
      ? {
          id: `pause ${key}`,
          label: t("shell.pauseJob", { name: options.name }),
          description: key,
          leftSection: <Pause size={16} />,
          onClick: () => pause.mutate({ path: { key }, body: {} }),
        }
      : {
          id: `resume ${key}`,
          label: t("shell.resumeJob", { name: options.name }),
          description: key,
          leftSection: <StepForward size={16} />,
          onClick: () => resume.mutate({ path: { key } }),
        };
  const actions = [
    ...found.map(open),
    ...found
      .slice(0, WITH_ACTIONS)
      .flatMap((job) => [
        ...(job.options.disabled || !mayIn(session, "runs:trigger", job.app) ? [] : [run(job)]),
        ...(job.kind === "recurring" && mayIn(session, "jobs:pause", job.app) ? [halt(job)] : []),
      ]),
  ];
  return { actions, isFinding: jobs.isFetching };
}
