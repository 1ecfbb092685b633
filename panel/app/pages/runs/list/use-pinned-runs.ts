import { useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ApiError } from "../../../api/api-error.ts";
import type { ApiAnswer } from "../../../api/call-api.ts";
import { useApi } from "../../../api/use-api.ts";
import { DEFAULT_PAGE_SIZE } from "../../../ui/page/page-size.ts";
import { browserClock } from "../../../time/clock.ts";
import type { RunsSearch } from "./runs-search.ts";
import { type Pin, pinBehind, pinnedList, windowStart } from "./pinned-list.ts";
import type { RunFilter } from "../parts/run-filter.ts";

/** A number beside the list need not be to the second. */
const ARRIVED_EVERY_MS = 2000;

export interface PinnedRuns {
  readonly runs: UseQueryResult<ApiAnswer<"listInstances">, ApiError>;
  readonly filter: RunFilter;
  readonly pin: Pin;
  /** How many came since the list was read. */
  readonly arrived: number;
  readonly showArrived: () => void;
}

/** The list of runs: its rows stay where they are while more arrive, and keep telling what becomes of them. */
export function usePinnedRuns(search: RunsSearch): PinnedRuns {
  const client = useQueryClient();
  const { cursor, pinFrom, pinTo, size: _, ...wanted } = search;
  const key = JSON.stringify(wanted);
  const start = (): Pin & { readonly key: string } => ({
    key,
    from: windowStart(search, browserClock.now()),
    to: undefined,
  });
  const [held, setHeld] = useState(start);
  if (held.key !== key) setHeld(start());
  const isFirst = cursor === undefined;
  const pin: Pin = isFirst ? held : { from: pinFrom, to: pinTo };
  const list = pinnedList(search, pin);
  const runs = useApi(
    "listInstances",
    { query: { ...list.shown, cursor, limit: search.size ?? DEFAULT_PAGE_SIZE, count: "capped" } },
    { keepPrevious: true },
  );
  const arrived = useApi(
    "listInstances",
    { query: { ...list.arrived, limit: 1, count: "capped" } },
    { enabled: isFirst && list.arrived !== null, everyMs: ARRIVED_EVERY_MS },
  );
  const isSettled = isFirst && pin.to === undefined && !runs.isFetching && !runs.isPlaceholderData;
  const newest = isSettled ? pinBehind(runs.data?.items[0]) : undefined;
  useEffect(() => {
    if (newest !== undefined) setHeld((before) => ({ ...before, to: newest }));
  }, [newest]);
  return {
    runs,
    filter: list.shown,
    pin,
    arrived: list.arrived === null ? 0 : (arrived.data?.count ?? 0),
    showArrived: () => {
      // Lists that were read without a pin are as old as this one.
      client.removeQueries({ queryKey: ["listInstances"], type: "inactive" });
      setHeld(start());
    },
  };
}
