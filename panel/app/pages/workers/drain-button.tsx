import { CirclePause, CirclePlay } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Worker } from "../../api/operations.generated.ts";
import { useApiChange } from "../../api/use-api.ts";
import { useRefusal } from "../../session/use-may.ts";
import { RefusableButton } from "../../ui/refusable-button.tsx";

/** Lets a worker take no new runs, or take them again. */
export function DrainButton({ worker: { id, drain, app } }: { readonly worker: Worker }): ReactElement {
  const { t } = useTranslation();
  const refusal = useRefusal("workers:drain", app);
  const draining = useApiChange("drainWorker");
  const undraining = useApiChange("undrainWorker");
  const [change, text, Icon] =
    drain === null
      ? [draining, t("workers.drain"), CirclePause]
      : [undraining, t("workers.undrain"), CirclePlay];
  return (
    <RefusableButton
      refusal={refusal}
      size="compact-sm"
      variant="default"
      leftSection={<Icon size={14} />}
      {...(drain === null && { title: t("workers.drainHint") })}
      loading={draining.isPending || undraining.isPending}
      onClick={() => change.mutate({ path: { id }, body: {} })}
    >
      {text}
    </RefusableButton>
  );
}
