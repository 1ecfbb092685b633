import { queryOptions, useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { ApiError } from "../api/api-error.ts";
import { type ApiAnswer, callApi } from "../api/call-api.ts";
import { fetchLive } from "../api/early-response.ts";
import { SESSION_KEY } from "../api/session-key.ts";

export type Session = ApiAnswer<"getSession">;

export const SESSION_QUERY = queryOptions<Session, ApiError>({
  queryKey: SESSION_KEY,
  queryFn: ({ signal }) => callApi("getSession", {}, { signal, fetch: fetchLive }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** How this browser is let in; its error is a 401 where it is not. */
export function useSession(): UseQueryResult<Session, ApiError> {
  return useQuery({
    ...SESSION_QUERY,
    refetchInterval: ({ state }) => (state.error?.kind === "offline" ? 3000 : false),
  });
}
