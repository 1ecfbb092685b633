import { ActionIcon, Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { EllipsisVertical, Play } from "lucide-react";
import { lazy, type ReactElement, Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { Job } from "../../../api/operations.generated.ts";
import { useRefusal } from "../../../session/use-may.ts";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import { useRunNow } from "../parts/run-now.ts";

const JobRowMenu = lazy(async () => ({ default: (await import("./job-row-menu.tsx")).JobRowMenu }));

/** The actions of a job in a list. */
export function JobActions({ job }: { readonly job: Job }): ReactElement {
  const { t } = useTranslation();
  const { key, kind, options, app } = job;
  const mayNotRun = useRefusal("runs:trigger", app);
  const refusal = options.disabled ? t("jobs.disabledHint") : mayNotRun;
  const now = useRunNow();
  const common = {
    variant: "default",
    size: "compact-xs",
    className: "run-button",
    leftSection: <Play size={12} aria-hidden="true" />,
    "aria-label": t("jobs.runNow", { name: options.name }),
  } as const;
  const word = <span className="wide-only">{t("jobs.run")}</span>;
  return (
    <Group gap={4} wrap="nowrap" justify="end">
      {refusal !== null ? (
        <RefusableButton {...common} refusal={refusal}>
          {word}
        </RefusableButton>
      ) : (
        <Button
          {...common}
          {...(kind === "recurring"
            ? { loading: now.isPending, onClick: () => now.run(job) }
            : { renderRoot: (props: object) => <Link to="/jobs/$key/run" params={{ key }} {...props} /> })}
        >
          {word}
        </Button>
      )}
      <MoreActions job={job} />
    </Group>
  );
}

/** The menu is loaded and made when it is first opened: two hundred of them would hold the page up. */
function MoreActions({ job }: { readonly job: Job }): ReactElement {
  const { t } = useTranslation();
  const [isMade, made] = useDisclosure(false);
  const button = (
    <ActionIcon
      aria-label={t("common.more", { name: job.options.name })}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={made.open}
    >
      <EllipsisVertical size={16} />
    </ActionIcon>
  );
  if (!isMade) return button;
  return (
    <Suspense fallback={button}>
      <JobRowMenu job={job} />
    </Suspense>
  );
}
