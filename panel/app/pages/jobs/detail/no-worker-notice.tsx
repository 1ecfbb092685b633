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
  job: { key, app, lacksWorker },
}: {
  readonly job: JobDetail;
}): ReactElement | null {
  const { t } = useTranslation();
  // As the page reads the job, and again as workers come and die.
  const { data } = useApi("getJob", { path: { key } }, { everyMs: EVERY_MS, pollMs: POLL_MS });
  if (!(data?.lacksWorker ?? lacksWorker)) return null;
  return (
    <Notice title={t("instances.noWorker")}>
      {t("instances.noWorkerHint", { key, app })}{" "}
      <Anchor size="sm" renderRoot={(props) => <Link to="/workers" {...props} />}>
        {t("instances.showWorkers")}
      </Anchor>
    </Notice>
  );
}
