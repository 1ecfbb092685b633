import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { callApi } from "../../../api/call-api.ts";
import { idOfPart } from "../run/task-model.ts";

const PAGE = 200;
/** Failed items whose errors are read. */
export const MOST_FAILED = 2000;

/**
 * The errors of a node's items that failed, by the ids of their runs.
 *
 * @param failed how many there are: where more have failed they are read again
 */
export function useFailedItems(
  taskId: string,
  node: string,
  failed: number,
): UseQueryResult<ReadonlyMap<string, string | null>, ApiError> {
  const { i18n } = useTranslation();
  const search = idOfPart(taskId, `${node}:`);
  return useQuery<ReadonlyMap<string, string | null>, ApiError>({
    queryKey: ["listInstances", "failedItems", taskId, node, failed, i18n.language],
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
        for (const { id, errorSummary } of page.items) errors.set(id, errorSummary);
        cursor = page.nextCursor;
      } while (cursor !== null && errors.size < MOST_FAILED);
      return errors;
    },
  });
}
