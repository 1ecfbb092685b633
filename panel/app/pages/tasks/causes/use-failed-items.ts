import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { callApi } from "../../../api/call-api.ts";
import { idOfPart, type NodeJson } from "../run/task-model.ts";

const PAGE = 200;
/** Failed runs of items whose errors are read, the newest of them. */
export const MOST_FAILED = 2000;

export interface ItemErrors {
  /** By the ids of runs; `null` where one has none. */
  readonly errors: ReadonlyMap<string, string | null>;
  readonly isAll: boolean;
}

/**
 * The errors of a node's items that failed in its present visit.
 *
 * @param failed how many there are: where more have failed they are read again
 */
export function useFailedItems(
  taskId: string,
  { id, visit }: NodeJson,
  failed: number,
): UseQueryResult<ItemErrors, ApiError> {
  const { i18n } = useTranslation();
  const search = idOfPart(taskId, visit === "" ? `${id}:` : `${id}~${visit}:`);
  return useQuery<ItemErrors, ApiError>({
    queryKey: ["listInstances", "failedItems", search, failed, i18n.language],
    enabled: search !== null && failed > 0,
    staleTime: Infinity,
    placeholderData: (before) => before,
    queryFn: async ({ signal }) => {
      const errors = new Map<string, string | null>();
      let cursor: string | null = null;
      do {
        const query = {
          search: search ?? "",
          state: ["Terminated" as const],
          limit: PAGE,
          ...(cursor !== null && { cursor }),
        };
        // oxlint-disable-next-line no-await-in-loop -- each page begins behind the one before
        const page: Awaited<ReturnType<typeof callApi<"listInstances">>> = await callApi(
          "listInstances",
          { query },
          { signal, language: i18n.language },
        );
        for (const run of page.items) errors.set(run.id, run.errorSummary);
        cursor = page.nextCursor;
      } while (cursor !== null && errors.size < MOST_FAILED);
      return { errors, isAll: cursor === null };
    },
  });
}
