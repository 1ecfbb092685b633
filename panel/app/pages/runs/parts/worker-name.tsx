import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { useMay } from "../../../session/use-may.ts";
import { shortWorkerId, workerLabel } from "./worker-label.ts";

export interface WorkerNameProps {
  readonly id: string;
  /** Its name in the run, which is known also after it has left. @default nothing */
  readonly name?: string | null | undefined;
}

/**
 * A worker as people call it, and the runs it had. Its address, where it has one, and its whole id are shown when the pointer is on
 * it.
 */
export function WorkerName({ id, name }: WorkerNameProps): ReactElement {
  const { t } = useTranslation();
  const workers = useApi("listWorkers", {}, { enabled: useMay("workers:read") });
  const worker = workers.data?.items.find((one) => one.id === id);
  const label = worker === undefined ? (name ?? shortWorkerId(id)) : workerLabel(worker);
  const title = [
    t("instances.runsOfWorker", { worker: label }),
    worker?.address ?? worker?.host,
    id,
    worker === undefined && workers.data !== undefined && t("instances.workerLeft"),
  ];
  return (
    <Anchor
      size="xs"
      c="dimmed"
      className="worker-name"
      title={title.filter(Boolean).join("\n")}
      renderRoot={(props) => <Link to="/runs" search={{ worker: id }} {...props} />}
    >
      {label}
    </Anchor>
  );
}
