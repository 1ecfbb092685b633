import { useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactElement, useCallback, useContext, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { apiQuery } from "../../../api/use-api.ts";
import type { JsonEditorProps } from "../../../ui/json/json-editor.tsx";
import { PastRunContext } from "../expression/preview.ts";
import { completeBody } from "./complete-body.ts";
import type { HintName, MemberName } from "./forms.ts";
import { PastRunProvider, type PastRunProviderProps } from "./past-run-provider.tsx";

const JsonEditor = lazy(async () => ({
  default: (await import("../../../ui/json/json-editor.tsx")).JsonEditor,
}));

const OFFERED = 20;

export interface BodyTextProps
  extends Omit<JsonEditorProps, "complete">, Omit<PastRunProviderProps, "children"> {}

/** The text of a body, which is completed while it is typed. */
export function BodyText({ jobKey, app, ...editor }: BodyTextProps): ReactElement {
  return (
    <PastRunProvider jobKey={jobKey} app={app}>
      <CompletedText {...editor} app={app} />
    </PastRunProvider>
  );
}

function CompletedText({ app, ...editor }: Omit<BodyTextProps, "jobKey">): ReactElement {
  const complete = useBodyCompletion(editor.value, app);
  return <JsonEditor {...editor} complete={complete} />;
}

/** The completion of a body by its text; what its nodes are called comes from the last text that could be read. */
export function useBodyCompletion(text: string, app: string): NonNullable<JsonEditorProps["complete"]> {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const run = useContext(PastRunContext);
  const body = useLastRead(text);
  const findKeys = useCallback(
    async (part: string, isWorkflow: boolean): Promise<readonly string[]> => {
      const query = {
        limit: OFFERED,
        ...(part !== "" && { search: part }),
        ...(isWorkflow && { work: "task" as const }),
      };
      const { items } = await client.fetchQuery(apiQuery("listJobs", { query }, i18n.language));
      return items.map(({ key }) => key);
    },
    [client, i18n.language],
  );
  const describe = useCallback(
    (name: string): string => {
      if (!i18n.exists(`inspector.member.${name}`)) return "";
      const words = t(`inspector.member.${name as MemberName}`);
      return i18n.exists(`inspector.hint.${name}`)
        ? `${words} · ${t(`inspector.hint.${name as HintName}`)}`
        : words;
    },
    [t, i18n],
  );
  return useCallback(
    (before, after) => completeBody(before, after, { body: body.current, app, run, findKeys, describe }),
    [body, app, run, findKeys, describe],
  );
}

function useLastRead(text: string): { readonly current: unknown } {
  const last = useRef<unknown>(null);
  const read = useMemo(() => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return null;
    }
  }, [text]);
  if (read !== null) last.current = read;
  return last;
}
