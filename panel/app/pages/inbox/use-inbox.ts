import type { UseQueryResult } from "@tanstack/react-query";
import type { ApiError } from "../../api/api-error.ts";
import type { ApiAnswer } from "../../api/call-api.ts";
import { useApi } from "../../api/use-api.ts";
import { useMay } from "../../session/use-may.ts";

export type InboxItem = ApiAnswer<"readInbox">["items"][number];

/** Runs that nobody looks at change much more often than what waits for people. */
const EVERY_MS = 3000;
/** What is over by itself is reported by no event. */
const POLL_MS = 20_000;

/** What waits for people, as far as the reader may see it. */
export function useInbox(): UseQueryResult<ApiAnswer<"readInbox">, ApiError> {
  const mayRead = useMay("runs:read");
  return useApi("readInbox", {}, { enabled: mayRead, everyMs: EVERY_MS, pollMs: POLL_MS });
}
