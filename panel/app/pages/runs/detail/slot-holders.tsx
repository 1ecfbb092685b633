import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Instance } from "../../../api/operations.generated.ts";
import { useApi } from "../../../api/use-api.ts";
import { Notice } from "../../../ui/notice.tsx";
import { reasonWords } from "../../../ui/failure/reason-words.ts";
import { RunDuration } from "../parts/run-duration.tsx";
import { holdersAt, skippedShare } from "./holders.ts";

const LOOKED_AT = 100;

/** Why a run was skipped for want of a slot, or waits for one: the runs that hold the slots, how often that happens, and what to change. */
export function SlotHolders({ run }: { readonly run: Instance }): ReactElement {
  const { t, i18n } = useTranslation();
  const { completedAt } = run;
  // One that waits is asked about as it is now.
  const to = completedAt === null ? {} : { to: new Date(Date.parse(completedAt) + 1).toISOString() };
  const before = useApi("listInstances", { query: { jobKey: run.jobKey, ...to, limit: LOOKED_AT } });
  const runs = before.data?.items ?? [];
  const holders = holdersAt(runs, completedAt === null ? Infinity : Date.parse(completedAt));
  const percent = runs.length > 1 ? skippedShare(runs) : 0;
  return (
    <Notice title={reasonWords(run, i18n.language) ?? t("state.Skipped")}>
      {holders.map((holder) => (
        <div key={holder.id}>
          {t(completedAt === null ? "instances.slotIsHeldBy" : "instances.slotHeldBy")}{" "}
          <Anchor
            size="sm"
            className="mono"
            renderRoot={(props) => <Link to="/runs/$id" params={{ id: holder.id }} {...props} />}
          >
            {holder.id}
          </Anchor>{" "}
          (<RunDuration run={holder} />){holder.abandoned !== null && ` ${t("instances.holderGoesOn")}`}
        </div>
      ))}
      <div>
        {percent > 0 && `${t("instances.skippedShare", { percent, count: runs.length })} `}
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link to="/jobs/$key" params={{ key: run.jobKey }} search={{ tab: "options" }} {...props} />
          )}
        >
          {t("instances.raiseLimit")}
        </Anchor>
      </div>
    </Notice>
  );
}
