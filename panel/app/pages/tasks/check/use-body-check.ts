import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { type ApiAnswer, callApi } from "../../../api/call-api.ts";
import { issueWords } from "../../../api/issue-words.ts";
import { findJsonMistake, type JsonMistake } from "../../../ui/json/json-mistake.ts";

const AFTER_MS = 400;

/** A parameter of a job in the body that nothing gives a value. */
export type OpenParam = ApiAnswer<"validateTask">["openParams"][number];

export interface BodyIssue {
  readonly pointer: string;
  readonly words: string;
}

export interface BodyCheck {
  /** Where the text is no JSON; what else is wrong is known once it is. */
  readonly mistake: JsonMistake | null;
  readonly text: string;
  readonly issues: readonly BodyIssue[];
  readonly warnings: readonly BodyIssue[];
  readonly openParams: readonly OpenParam[];
  /** By pointer, as the editor shows them. */
  readonly mistakes: ReadonlyMap<string, string>;
  /** Whether the text as it is was checked. */
  readonly isChecked: boolean;
  /** It is no JSON: it cannot be saved. What else is wrong with it is for the API to judge. */
  readonly isBlocked: boolean;
}

/** The mistakes in a body while it is written, as the API sees them. */
export function useBodyCheck(text: string, jobKey: string | null): BodyCheck {
  const { i18n } = useTranslation();
  const [settled] = useDebouncedValue(text, AFTER_MS);
  const mistake = useMemo(() => findJsonMistake(text), [text]);
  const isSettledJson = useMemo(() => findJsonMistake(settled) === null, [settled]);
  const { data, isPlaceholderData } = useQuery<ApiAnswer<"validateTask">, ApiError>({
    queryKey: ["validateTask", jobKey, settled, i18n.language],
    enabled: isSettledJson,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const key = jobKey === null ? "" : `,"key":${JSON.stringify(jobKey)}`;
      const rawBody = `{"body":${settled}${key}}`;
      return callApi("validateTask", { body: { body: {} } }, { signal, language: i18n.language, rawBody });
    },
  });
  const found = useMemo(() => {
    const worded = (issues: ApiAnswer<"validateTask">["issues"] = []): readonly BodyIssue[] =>
      issues.map((issue) => ({ pointer: issue.pointer, words: issueWords(issue) }));
    const issues = worded(data?.issues);
    const mistakes = new Map(issues.map(({ pointer, words }) => [pointer, words]));
    return { issues, warnings: worded(data?.warnings), mistakes, openParams: data?.openParams ?? [] };
    // The words are those of the language.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [data, i18n.language]);
  return {
    ...found,
    mistake,
    text,
    isChecked: data !== undefined && !isPlaceholderData && settled === text,
    isBlocked: mistake !== null,
  };
}
