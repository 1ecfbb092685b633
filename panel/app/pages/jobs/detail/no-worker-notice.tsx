import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { JobDetail } from "../../../api/operations.generated.ts";
import { useApi } from "../../../api/use-api.ts";
import { Notice } from "../../../ui/notice.tsx";

const EVERY_MS = 5000;
/** No event is sent when a worker dies. */
const POLL_MS = 20_000;

/** Shown while no connected worker can run the job. */
export function NoWorkerNotice({
  job: { key, app, options },
}: {
  readonly job: JobDetail;
}): ReactElement | null {
  const { t } = useTranslation();
  const { data } = useApi("listWorkers", {}, { everyMs: EVERY_MS, pollMs: POLL_MS });
  if (data === undefined || options.disabled) return null;
  const canRun = data.items.some(
    (worker) => worker.app === app && !worker.draining && worker.jobKeys.includes(key),
  );
  if (canRun) return null;
  return (
    <Notice title={t("instances.noWorker")}>
      {t("instances.noWorkerHint", { key, app })}{" "}
      <Anchor size="sm" renderRoot={(props) => <Link to="/workers" {...props} />}>
        {t("instances.showWorkers")}
      </Anchor>
    </Notice>
  );
}
