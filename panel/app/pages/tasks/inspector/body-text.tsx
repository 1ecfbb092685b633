import { useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactElement, useCallback, useContext, useRef } from "react";
import { useTranslation } from "react-i18next";
import { apiQuery } from "../../../api/use-api.ts";
import type { JsonEditorProps } from "../../../ui/json/json-editor.tsx";
import { PastRunContext } from "../expression/preview.ts";
import type { Body } from "../edit/body.ts";
import { completeBody } from "./complete-body.ts";
import type { HintName, MemberName } from "./forms.ts";
import { PastRunProvider, type PastRunProviderProps } from "./past-run-provider.tsx";

const JsonEditor = lazy(async () => ({
  default: (await import("../../../ui/json/json-editor.tsx")).JsonEditor,
}));

const OFFERED = 20;

export interface BodyTextProps
  extends Omit<JsonEditorProps, "complete">, Omit<PastRunProviderProps, "children"> {
  /** As the text has it; `null` while that is no JSON. */
  readonly body: Body | null;
}

/** The text of a body, which is completed while it is typed. */
export function BodyText({ jobKey, app, ...editor }: BodyTextProps): ReactElement {
  return (
    <PastRunProvider jobKey={jobKey} app={app}>
      <CompletedText {...editor} app={app} />
    </PastRunProvider>
  );
}

function CompletedText({ app, body, ...editor }: Omit<BodyTextProps, "jobKey">): ReactElement {
  const complete = useBodyCompletion(body, app);
  return <JsonEditor {...editor} complete={complete} />;
}

/** The completion of a body; what its nodes are called comes from the last text that could be read. */
function useBodyCompletion(read: Body | null, app: string): NonNullable<JsonEditorProps["complete"]> {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const run = useContext(PastRunContext);
  const body = useRef(read);
  if (read !== null) body.current = read;
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
