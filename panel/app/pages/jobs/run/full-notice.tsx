import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { JobDetail } from "../../../api/operations.generated.ts";
import { useApi } from "../../../api/use-api.ts";
import { Notice } from "../../../ui/notice.tsx";
import { limitReached } from "./slots-in-use.ts";

const EVERY_MS = 5000;
const MOST_COUNTED = 200;

/** Warns that a run started now would be skipped, because as many of the job's runs are under way as may be. */
export function FullNotice({ job: { key, options } }: { readonly job: JobDetail }): ReactElement | null {
  const { t } = useTranslation();
  const query = { jobKey: key, state: ["Processing"], limit: MOST_COUNTED } as const;
  const { data } = useApi("listInstances", { query }, { everyMs: EVERY_MS });
  const count = limitReached(options, data?.items ?? []);
  if (count === null) return null;
  return (
    <Notice title={t("runJob.full", { count })}>
      {t("runJob.fullHint")}{" "}
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link to="/jobs/$key" params={{ key }} search={{ tab: "options" }} {...props} />
        )}
      >
        {t("runJob.changeWhenFull")}
      </Anchor>
    </Notice>
  );
}
