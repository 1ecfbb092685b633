import { Button, Menu } from "@mantine/core";
import { Ban, ChevronDown, RotateCcw } from "lucide-react";
import { lazy, type ReactElement, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { withWords } from "../../../i18n/i18n.ts";
import { useRefusal } from "../../../session/use-may.ts";
import { RefusableItem } from "../../../ui/refusable-item.tsx";
import type { BulkTarget } from "../actions/bulk-dialog.tsx";
import type { RunFilter } from "../parts/run-filter.ts";

const BulkDialog = lazy(
  withWords(async () => ({ default: (await import("../actions/bulk-dialog.tsx")).BulkDialog }), "history"),
);

export interface MatchingListProps {
  readonly filter: RunFilter;
  readonly isNarrowed: boolean;
}

/** The menu of a `MatchingMenu`, open at first. */
export function MatchingList({ filter, isNarrowed }: MatchingListProps): ReactElement {
  const { t } = useTranslation();
  const mayNotCancel = useRefusal("runs:cancel", filter.app);
  const mayNotRerun = useRefusal("runs:rerun", filter.app);
  const [target, setTarget] = useState<BulkTarget | null>(null);
  return (
    <>
      <Menu position="bottom-end" shadow="md" transitionProps={{ duration: 0 }} defaultOpened>
        <Menu.Target>
          {/* It takes the place of the button that was pressed, and the focus goes back to it. */}
          <Button
            variant="default"
            size="compact-sm"
            rightSection={<ChevronDown size={12} aria-hidden="true" />}
            autoFocus
          >
            {t("instances.allMatching")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <RefusableItem
            refusal={mayNotCancel}
            leftSection={<Ban size={14} />}
            onClick={() => setTarget({ action: "cancel", filter })}
          >
            {t("instances.cancelMatching")}
          </RefusableItem>
          <RefusableItem
            leftSection={<RotateCcw size={14} />}
            refusal={isNarrowed ? mayNotRerun : t("instances.rerunNeedsFilter")}
            onClick={() => setTarget({ action: "rerun", filter })}
          >
            {t("instances.rerunMatching")}
          </RefusableItem>
        </Menu.Dropdown>
      </Menu>
      {target !== null && (
        <Suspense>
          <BulkDialog target={target} onClose={() => setTarget(null)} />
        </Suspense>
      )}
    </>
  );
}
