import { useApi } from "../../api/use-api.ts";
import { useFeature } from "../../session/use-feature.ts";
import { useMay } from "../../session/use-may.ts";
import { useWindowStart } from "../../time/use-window-start.ts";
import { type Trouble, troublesOf } from "./troubles.ts";
import type { InboxItem } from "./use-inbox.ts";

const DAY_MS = 86_400_000;
/** The read looks at thousands of runs, and a few seconds of delay do not matter. */
const EVERY_MS = 10_000;
/** Alarms that are listed; what is wrong so often has a page of its own. */
const MOST_ALARMS = 100;

export interface Troubles {
  /** Since when failures are counted. */
  readonly from: string;
  readonly items: readonly Trouble[];
  readonly isKnown: boolean;
}

/** What is wrong: causes of failures over a day, and alarms that are open. @param isMine only alarms that are assigned to the reader */
export function useTroubles(decisions: readonly InboxItem[], isMine: boolean): Troubles {
  const from = useWindowStart(DAY_MS);
  const mayRead = useMay("runs:read");
  const hasAlarms = useFeature("alarms");
  const failures = useApi(
    "listFailures",
    { query: { from } },
    { enabled: mayRead && !isMine, everyMs: EVERY_MS, keepPrevious: true },
  );
  const incidents = useApi(
    "listIncidents",
    { query: { state: ["open", "acknowledged"], limit: MOST_ALARMS, ...(isMine && { mine: true }) } },
    { enabled: mayRead && hasAlarms, everyMs: EVERY_MS, pollMs: EVERY_MS, keepPrevious: true },
  );
  const groups = isMine ? [] : (failures.data?.items ?? []);
  return {
    from,
    items: troublesOf({ groups, incidents: incidents.data?.items ?? [], decisions }),
    isKnown: (isMine || failures.data !== undefined) && (!hasAlarms || incidents.data !== undefined),
  };
}
