import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { callApi } from "../../../api/call-api.ts";
import type { BodyNode } from "../graph/body-node.ts";
import { type OutcomeChoices, statedOutcomes } from "./outcome-choice.ts";
import type { Simulation } from "./simulated-looks.ts";

const AFTER_MS = 400;

/** What the API says that a body would do, sent as it is typed. */
export function useSimulation(
  text: string,
  all: readonly BodyNode[],
  choices: OutcomeChoices,
): UseQueryResult<Simulation, ApiError> {
  const { i18n } = useTranslation();
  const [body] = useDebouncedValue(text, AFTER_MS);
  const outcomes = JSON.stringify(statedOutcomes(all, choices));
  return useQuery<Simulation, ApiError>({
    queryKey: ["simulateTask", body, outcomes, i18n.language],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      callApi(
        "simulateTask",
        { body: { body: {} } },
        { signal, language: i18n.language, rawBody: `{"body":${body},"outcomes":${outcomes}}` },
      ),
  });
}
