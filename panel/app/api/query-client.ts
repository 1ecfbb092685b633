import { QueryCache, QueryClient, MutationCache } from "@tanstack/react-query";
import { type ApiError, isApiError } from "./api-error.ts";
import { SESSION_KEY } from "./session-key.ts";

/**
 * The cache of what the API said. A 401 anywhere asks for the session again, which shows the sign-in; and so does a second factor that has to be
 * set up first.
 */
export function createQueryClient(): QueryClient {
  const noticeSignOut = (error: unknown): void => {
    // A wrong token is shown in the sign-in form, which stays open.
    const known = client.getQueryState<unknown, ApiError>(SESSION_KEY)?.error?.status;
    const isEnded =
      isApiError(error) && (error.status === 401 || error.problem?.code === "second_factor_required");
    if (isEnded && known !== 401) {
      void client.invalidateQueries({ queryKey: SESSION_KEY });
    }
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.queryKey[0] !== SESSION_KEY[0]) noticeSignOut(error);
      },
    }),
    mutationCache: new MutationCache({ onError: noticeSignOut }),
    defaultOptions: {
      queries: {
        staleTime: 5000,
        // A refusal is final; an unavailable server may respond a moment later.
        retry: (failures, error) => isApiError(error) && error.kind === "offline" && failures < 2,
        refetchOnWindowFocus: true,
      },
    },
  });
  return client;
}
