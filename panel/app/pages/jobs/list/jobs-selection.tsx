import { Pause, Play, StepForward } from "lucide-react";
import { lazy, type ReactElement, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Job } from "../../../api/operations.generated.ts";
import { withWords } from "../../../i18n/i18n.ts";
import { useRefusal } from "../../../session/use-may.ts";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import { SelectionBar } from "../../../ui/table/selection-bar.tsx";
import type { Ticks } from "../../../ui/table/use-ticks.ts";
import type { JobsAction } from "./jobs-bulk-dialog.tsx";

const JobsBulkDialog = lazy(
  withWords(
    async () => ({
      default: (await import("./jobs-bulk-dialog.tsx")).JobsBulkDialog,
    }),
    "history",
  ),
);

const ACTIONS = [
  ["run", Play],
  ["pause", Pause],
  ["resume", StepForward],
] as const;

/** The acts on the jobs that are ticked. */
export function JobsSelection({
  ticks,
  jobs,
}: {
  readonly ticks: Ticks;
  readonly jobs: readonly Job[];
}): ReactElement {
  const { t } = useTranslation();
  const names = new Map(jobs.map(({ key, options }) => [key, options.name]));
  const mayNotPause = useRefusal("jobs:pause");
  const refusals = { run: useRefusal("runs:trigger"), pause: mayNotPause, resume: mayNotPause };
  const [action, setAction] = useState<JobsAction | null>(null);
  return (
    <>
      <SelectionBar ticks={ticks}>
        {ACTIONS.map(([name, Icon]) => (
          <RefusableButton
            key={name}
            refusal={refusals[name]}
            variant="default"
            size="compact-sm"
            leftSection={<Icon size={13} aria-hidden="true" />}
            onClick={() => setAction(name)}
          >
            {t(`jobs.${name}`)}
          </RefusableButton>
        ))}
      </SelectionBar>
      {action !== null && (
        <Suspense>
          <JobsBulkDialog
            action={action}
            keys={ticks.chosen}
            nameOf={(key) => names.get(key) ?? key}
            onClose={() => setAction(null)}
            onDone={ticks.clear}
          />
        </Suspense>
      )}
    </>
  );
}
