import { Button } from "@mantine/core";
import { Pause, Play, StepForward } from "lucide-react";
import { lazy, type ReactElement, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { withWords } from "../../../i18n/i18n.ts";
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

/** What can be done with the jobs that are ticked. */
export function JobsSelection({ ticks }: { readonly ticks: Ticks }): ReactElement {
  const { t } = useTranslation();
  const [action, setAction] = useState<JobsAction | null>(null);
  return (
    <>
      <SelectionBar ticks={ticks}>
        {ACTIONS.map(([name, Icon]) => (
          <Button
            key={name}
            variant="default"
            size="compact-sm"
            leftSection={<Icon size={13} aria-hidden="true" />}
            onClick={() => setAction(name)}
          >
            {t(`jobs.${name}`)}
          </Button>
        ))}
      </SelectionBar>
      {action !== null && (
        <Suspense>
          <JobsBulkDialog
            action={action}
            keys={ticks.chosen}
            onClose={() => setAction(null)}
            onDone={ticks.clear}
          />
        </Suspense>
      )}
    </>
  );
}
