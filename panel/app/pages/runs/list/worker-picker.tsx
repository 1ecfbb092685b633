import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { useMay } from "../../../session/use-may.ts";
import { Picker } from "../../../ui/picker.tsx";
import { shortWorkerId, workerLabel } from "../parts/worker-label.ts";

export interface WorkerPickerProps {
  readonly value: string | undefined;
  /** Only the workers of this app are offered. */
  readonly app: string | undefined;
  readonly onPick: (value: string | undefined) => void;
}

/** Runs of one executor; one that has left stays chosen. Hidden while there is only one. */
export function WorkerPicker({ value, app, onPick }: WorkerPickerProps): ReactElement | null {
  const { t } = useTranslation();
  const workers = useApi("listWorkers", {}, { enabled: useMay("workers:read") });
  const choices = (workers.data?.items ?? [])
    .filter((worker) => app === undefined || worker.app === app || worker.id === value)
    .map((worker) => ({ value: worker.id, label: workerLabel(worker) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true }));
  if (choices.length < 2 && value === undefined) return null;
  const left =
    value === undefined || choices.some((choice) => choice.value === value)
      ? []
      : [{ value, label: t("instances.leftWorker", { worker: shortWorkerId(value) }) }];
  return (
    <Picker
      label={t("instances.worker")}
      any={t("instances.anyWorker")}
      value={value}
      choices={[...left, ...choices]}
      onPick={onPick}
    />
  );
}
