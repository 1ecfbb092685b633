import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { useTranslation } from "react-i18next";

/** What an expression had in a past run, or why it had nothing, in words. */
export type PastValue = { readonly value: unknown } | { readonly words: string };

/** The values of a past run of the workflow. */
export interface PastRun {
  readonly id: string;
  /**
   * `null` where the text is no expression.
   * @param node where the expression stands; `null` outside of nodes
   */
  evaluate(text: string, node: string | null): Promise<PastValue | null>;
}

/** The run that previews are of; `null` where there is none, or where the reader may not see its values. */
export const PastRunContext = createContext<PastRun | null>(null);

const REST_MS = 250;
const SECRET = /\$\s*\.\s*SECRET\b/;

/** The value of an expression in the last run; `null` while it is not known. Secrets are never asked for. */
export function usePastValue(text: string, node: string | null): PastValue | null {
  const { i18n } = useTranslation();
  const run = useContext(PastRunContext);
  const [settled] = useDebouncedValue(text, REST_MS);
  const { data } = useQuery({
    queryKey: ["pastValue", run?.id, node, settled, i18n.language],
    enabled: run !== null && settled.trim() !== "" && !SECRET.test(settled),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => run?.evaluate(settled, node) ?? null,
  });
  return settled === text ? (data ?? null) : null;
}
