import { Button } from "@mantine/core";
import { CirclePause, CirclePlay } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Worker } from "../../api/operations.generated.ts";
import { useApiChange } from "../../api/use-api.ts";
import { useMay } from "../../session/use-may.ts";

/** Lets a worker take no new runs, or take them again; nothing for those who may not. */
export function DrainButton({ worker: { id, drain } }: { readonly worker: Worker }): ReactElement | null {
  const { t } = useTranslation();
  const mayDrain = useMay("workers:drain");
  const draining = useApiChange("drainWorker");
  const undraining = useApiChange("undrainWorker");
  if (!mayDrain) return null;
  const [change, text, Icon] =
    drain === null
      ? [draining, t("workers.drain"), CirclePause]
      : [undraining, t("workers.undrain"), CirclePlay];
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Icon size={14} />}
      title={drain === null ? t("workers.drainHint") : undefined}
      loading={draining.isPending || undraining.isPending}
      onClick={() => change.mutate({ path: { id }, body: {} })}
    >
      {text}
    </Button>
  );
}
