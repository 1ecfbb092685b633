import {
  keepPreviousData,
  queryOptions,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { fetchLive } from "./early-response.ts";
import { notifyError } from "./notify.ts";
import type { ApiError } from "./api-error.ts";
import { type ApiAnswer, type ApiRequest, type CallOptions, callApi, type OperationId } from "./call-api.ts";

export interface ReadOptions {
  /** @default true */
  readonly enabled?: boolean;
  /** How often what changes may make it read again. @default 1000 */
  readonly everyMs?: number;
  /** Reads again this often also where nothing happens: what changes by time alone. @default never */
  readonly pollMs?: number;
  /** Keeps the previous data while new data is read, as lists do when their filter changes. @default false */
  readonly keepPrevious?: boolean;
}

/** A read as the cache knows it: by operation, request and language. Live events make it read again (`live-topics.ts`). */
export function apiQuery<Id extends OperationId>(id: Id, request: ApiRequest<Id>, language: string) {
  return queryOptions<ApiAnswer<Id>, ApiError>({
    queryKey: [id, request, language],
    queryFn: ({ signal }) => callApi(id, request, { signal, language, fetch: fetchLive }),
  });
}

/** Reads from the API. */
export function useApi<Id extends OperationId>(
  id: Id,
  request: ApiRequest<Id>,
  { enabled = true, everyMs, pollMs, keepPrevious = false }: ReadOptions = {},
): UseQueryResult<ApiAnswer<Id>, ApiError> {
  const { i18n } = useTranslation();
  return useQuery({
    ...apiQuery(id, request, i18n.language),
    enabled,
    meta: { everyMs },
    ...(pollMs !== undefined && { refetchInterval: pollMs }),
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  });
}

export interface ChangeOptions<Id extends OperationId> {
  readonly onDone?: (answer: ApiAnswer<Id>) => void;
  /** Handles the failure. @default a notification shows it */
  readonly onFailed?: (error: ApiError) => void;
}

export type Change<Id extends OperationId> = ApiRequest<Id> & { readonly options?: CallOptions };

/** Changes something through the API; all that is shown is read again afterwards. */
export function useApiChange<Id extends OperationId>(
  id: Id,
  { onDone, onFailed = notifyError }: ChangeOptions<Id> = {},
): UseMutationResult<ApiAnswer<Id>, ApiError, Change<Id>> {
  const { i18n } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ options, ...request }: Change<Id>) =>
      callApi(id, request as unknown as ApiRequest<Id>, { language: i18n.language, ...options }),
    onSuccess: (answer) => {
      void client.invalidateQueries();
      onDone?.(answer);
    },
    onError: onFailed,
  });
}
