import { CirclePause } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { App } from "../../api/operations.generated.ts";
import { useRefusal } from "../../session/use-may.ts";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import { StopDialog } from "./stop-dialog.tsx";

/** Stops all jobs of every app that is not stopped yet. */
export function StopAllButton({ apps }: { readonly apps: readonly App[] }): ReactElement | null {
  const { t } = useTranslation();
  const refusal = useRefusal("jobs:pause");
  // Those that are shown are stopped, also where one of them is stopped meanwhile.
  const [asked, setAsked] = useState<readonly App[] | null>(null);
  const going = apps.filter(({ stopped }) => stopped === null);
  if (going.length === 0 && asked === null) return null;
  return (
    <>
      <RefusableButton
        refusal={refusal}
        variant="default"
        size="compact-sm"
        leftSection={<CirclePause size={13} />}
        onClick={() => setAsked(going)}
      >
        {t("workers.stopAll")}
      </RefusableButton>
      {asked !== null && (
        <StopDialog
          title={t("workers.stopAllTitle", { count: asked.length })}
          submitText={t("workers.stopAll")}
          apps={asked}
          stoppedText={t("workers.allStopped", { count: asked.length })}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
