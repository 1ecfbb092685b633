import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import type { ApiError } from "../../../api/api-error.ts";
import { callApi } from "../../../api/call-api.ts";
import type { FactJson } from "./task-fact.ts";

const PAGE = 1000;
/** More are not shown: a task of that size is read by a program. */
const MOST_FACTS = 20_000;

/**
 * All that happened in a run of a task, in its order; what is known already is not read again.
 * @param isHidden whether the reader may not see them @default false
 */
export function useTaskFacts(id: string, isHidden = false): UseQueryResult<readonly FactJson[], ApiError> {
  const client = useQueryClient();
  const queryKey = ["listTaskFacts", { path: { id } }] as const;
  return useQuery<readonly FactJson[], ApiError>({
    enabled: !isHidden,
    queryKey,
    async queryFn({ signal }) {
      const facts = [...(client.getQueryData<readonly FactJson[]>(queryKey) ?? [])];
      for (let isMore = true; isMore && facts.length < MOST_FACTS;) {
        const query = { after: facts.at(-1)?.seq ?? 0, limit: PAGE };
        const { items } = await callApi("listTaskFacts", { path: { id }, query }, { signal });
        facts.push(...(items as unknown as readonly FactJson[]));
        isMore = items.length === PAGE;
      }
      return facts;
    },
  });
}
