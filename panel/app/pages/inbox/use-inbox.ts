import type { UseQueryResult } from "@tanstack/react-query";
import type { ApiError } from "../../api/api-error.ts";
import type { ApiAnswer } from "../../api/call-api.ts";
import { useApi } from "../../api/use-api.ts";
import { useMay } from "../../session/use-may.ts";

export type InboxItem = ApiAnswer<"readInbox">["items"][number];

/** Runs that nobody looks at change much more often than what waits for people. */
const EVERY_MS = 3000;
/** No event reports an item that is over by itself. */
const POLL_MS = 20_000;
/** The number alone costs little, and may be two seconds old when it is read. */
const COUNT_POLL_MS = 5000;

/** How much of it waits for the reader: 0 as long as that is not known. */
export function useInboxCount(): number {
  const mayRead = useMay("runs:read");
  const { data } = useApi("countInbox", {}, { enabled: mayRead, everyMs: EVERY_MS, pollMs: COUNT_POLL_MS });
  return data?.count ?? 0;
}

/** The items that wait for people, as far as the reader may see them. */
export function useInbox(): UseQueryResult<ApiAnswer<"readInbox">, ApiError> {
  const mayRead = useMay("runs:read");
  return useApi("readInbox", {}, { enabled: mayRead, everyMs: EVERY_MS, pollMs: POLL_MS });
}
