import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../api/api-error.ts";
import { callApi } from "../../api/call-api.ts";
import { notifyDone, notifyError } from "../../api/notify.ts";
import type { Incident } from "../../api/operations.generated.ts";
import { browserClock } from "../../time/clock.ts";
import type { FailureGroup } from "../failures/failure-group.ts";

const HOUR_MS = 3_600_000;

export interface Snoozed {
  readonly incidents: readonly Incident[];
  readonly groups: readonly FailureGroup[];
}

export interface TroubleActs {
  readonly isPending: boolean;
  /** Back by one click. */
  readonly acknowledge: (incidents: readonly Incident[]) => void;
  /** For an hour, and back by one click. */
  readonly snooze: (snoozed: Snoozed) => void;
}

/** Acts on several troubles at once; how many it was is said, and what can be taken back is offered. @param onDone called once all of it is done */
export function useTroubleActs(onDone: () => void): TroubleActs {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  const { language } = i18n;

  async function each(acts: readonly (() => Promise<unknown>)[]): Promise<number> {
    setPending(true);
    const ends = await Promise.allSettled(acts.map((act) => act()));
    setPending(false);
    void client.invalidateQueries();
    const refused = ends.find((end) => end.status === "rejected");
    if (refused?.reason instanceof ApiError) notifyError(refused.reason);
    return ends.filter(({ status }) => status === "fulfilled").length;
  }

  async function acknowledgeAll(incidents: readonly Incident[]): Promise<void> {
    const callAll = (operation: "acknowledgeIncident" | "unacknowledgeIncident") =>
      incidents.map(
        ({ id }) =>
          () =>
            callApi(operation, { path: { id }, body: {} }, { language }),
      );
    const count = await each(callAll("acknowledgeIncident"));
    if (count > 0)
      notifyDone(t("inbox.acknowledged", { count }), {
        label: t("inbox.undo"),
        run: () => void each(callAll("unacknowledgeIncident")),
      });
    onDone();
  }

  async function snoozeAll(snoozed: Snoozed): Promise<void> {
    const until = new Date(browserClock.now() + HOUR_MS).toISOString();
    const count = await each(snoozing(snoozed, until, language));
    if (count > 0)
      notifyDone(t("inbox.snoozed", { count }), {
        label: t("inbox.undo"),
        run: () => void each(snoozing(snoozed, null, language)),
      });
    onDone();
  }

  return {
    isPending,
    acknowledge: (incidents) => void acknowledgeAll(incidents),
    snooze: (snoozed) => void snoozeAll(snoozed),
  };
}

/** @param until `null` ends it */
function snoozing(
  { incidents, groups }: Snoozed,
  until: string | null,
  language: string,
): readonly (() => Promise<unknown>)[] {
  return [
    ...incidents.map(
      ({ id }) =>
        () =>
          callApi("snoozeIncident", { path: { id }, body: { until } }, { language }),
    ),
    ...groups.map(
      ({ id }) =>
        () =>
          callApi("handleFailure", { path: { id }, body: { mutedAt: until } }, { language }),
    ),
  ];
}
