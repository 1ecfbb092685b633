import { Button } from "@mantine/core";
import { Download } from "lucide-react";
import { lazy, type ReactElement, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { withWords } from "../../i18n/i18n.ts";
import { useFeature } from "../../session/use-feature.ts";
import type { ShownRuns } from "./export-dialog.tsx";

const ExportDialog = lazy(
  withWords(async () => ({ default: (await import("./export-dialog.tsx")).ExportDialog }), "exports"),
);

/** Has the runs that a list shows written to a file. */
export function ExportButton({ filter }: { readonly filter: ShownRuns }): ReactElement | null {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (!useFeature("exports")) return null;
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Download size={12} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t("instances.export")}
      </Button>
      {isOpen && (
        <Suspense>
          <ExportDialog filter={filter} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
