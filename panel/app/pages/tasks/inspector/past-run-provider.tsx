import { type ReactElement, type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { useMay } from "../../../session/use-may.ts";
import { evaluateInTurns } from "../expression/evaluate-in-turns.ts";
import { type PastRun, PastRunContext } from "../expression/preview.ts";

export interface PastRunProviderProps {
  /** The workflow; `null` where it does not exist yet. */
  readonly jobKey: string | null;
  readonly app: string;
  readonly children: ReactNode;
}

const OF_ITEM = /\$\s*\.\s*(?:ITEM|INDEX)\b/;

/** Gives previews the newest run of the workflow, where the reader may see its values. */
export function PastRunProvider({ jobKey, app, children }: PastRunProviderProps): ReactElement {
  const { t } = useTranslation();
  const maySee = useMay("payloads:read", app);
  const runs = useApi(
    "listInstances",
    { query: { ...(jobKey !== null && { jobKey }), limit: 1 } },
    { enabled: jobKey !== null && maySee },
  );
  const id = jobKey === null || !maySee ? undefined : runs.data?.items[0]?.id;
  const run = useMemo<PastRun | null>(() => {
    if (id === undefined) return null;
    const evaluate = evaluateInTurns(id);
    return {
      id,
      async evaluate(text, node) {
        const item = OF_ITEM.test(text) ? { item: 0 } : {};
        const found = await evaluate({ text, ...(node !== null && { node }), ...item });
        // A node that the run did not have reads as what comes after it.
        const { value, issue } =
          issueOf(found) === "unknown_node" ? await evaluate({ text, ...item }) : found;
        if (issue === undefined) return { value };
        return issue.code === "syntax" || issue.code === "too_complex"
          ? null
          : { words: t(`inspector.past.${issue.code}`) };
      },
    };
  }, [id, t]);
  return <PastRunContext value={run}>{children}</PastRunContext>;
}

function issueOf({ issue }: { readonly issue?: { readonly code: string } | undefined }): string | undefined {
  return issue?.code;
}
