import type { JsonObject, JobWork } from "@mojob/core/ports";
import type { ParamValue } from "@mojob/core/engine";
import { adaptKey } from "../adapt-key.ts";
import { isRecord, type JsonRecord, numberOf, shown, textOf } from "../json-documents.ts";
import { recordOf } from "../task/codes.ts";
import { taskParam } from "../task/expression-text.ts";
import type { TaskDraft } from "../task/task-draft.ts";
import { filledText } from "./workflow-entry.ts";
import { ownValue } from "../../own-value.ts";

/** The parameter of the task that a run of the workflow was started with. */
export const INIT_PARAMS = "initParams";

export interface NodeWork {
  readonly work: JobWork;
  readonly params?: readonly ParamValue[];
  readonly timeoutMs?: number;
}

/** A job of PowerJob within a node. */
export interface JobInNode {
  /** The node's name. */
  readonly node: string;
  readonly job: JsonRecord;
  /** The parameters of its processor. */
  readonly params: string | null;
  /** The key of its code where the job names none. */
  readonly fallbackHandler: string;
}

const OFFICIAL = /^tech\.powerjob\.official\.processors\.impl\.(?:script\.)?(\w+)Processor$/;
const SCRIPTS: Readonly<Record<string, string>> = {
  Shell: "shell",
  Python: "python",
  PowerShell: "powershell",
  SHELL: "shell",
  PYTHON: "python",
};
/** A script that does nothing, by the language. */
const EMPTY: Readonly<Record<string, string>> = { shell: ":", python: "pass", powershell: "exit 0" };

/** The work of a job: a script and a request as they are, anything else as code of the app. */
export function jobWork(placed: JobInNode, draft: TaskDraft): NodeWork {
  const { job, params } = placed;
  const processor = textOf(job["processorInfo"]) ?? "";
  const type = textOf(job["processorType"]) ?? "BUILT_IN";
  const official = type === "BUILT_IN" ? OFFICIAL.exec(processor)?.[1] : undefined;
  if (official === "Http") return httpWork(params) ?? codeWork(placed, official, draft);
  const language = ownValue(SCRIPTS, official ?? type);
  if (language === undefined) return codeWork(placed, official, draft);
  return scriptWork(
    placed,
    language,
    official === undefined ? filledText(job["processorInfo"]) : params,
    draft,
  );
}

function scriptWork(
  { node }: JobInNode,
  language: string,
  source: string | null,
  draft: TaskDraft,
): NodeWork {
  if (source === null) draft.leaveUnfinished("glue_empty", `${node}.jobParams`, {});
  else if (/^(?:https?|ftp):\/\//.test(source))
    draft.leaveUnfinished("node_download", `${node}.jobParams`, { node, found: shown(source) });
  return { work: { kind: "script", language, source: source ?? EMPTY[language] ?? "" } };
}

/** `null` where the parameters are no request. */
function httpWork(params: string | null): NodeWork | null {
  const fields = recordOf(params ?? "");
  const address = textOf(fields["url"]);
  if (address === null) return null;
  const stated = (textOf(fields["method"]) ?? "GET").toUpperCase();
  const method = ["PUT", "DELETE", "POST"].includes(stated) ? stated : "GET";
  const body = method === "GET" ? null : (filledText(fields["body"]) ?? "{}");
  const mediaType = textOf(fields["mediaType"]) ?? (isJson(body) ? "application/json" : null);
  const headers = Object.fromEntries(
    Object.entries(isRecord(fields["headers"]) ? fields["headers"] : {}).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
  const work = {
    kind: "http" as const,
    method,
    url: address.startsWith("http") ? address : `http://${address}`,
    headers: body === null || mediaType === null ? headers : { "Content-Type": mediaType, ...headers },
    body,
    success: { status: [200] } satisfies JsonObject,
  };
  const seconds = numberOf(fields["timeout"]) ?? 60;
  return { work, ...(seconds > 0 && { timeoutMs: Math.round(seconds * 1000) }) };
}

function isJson(text: string | null): boolean {
  try {
    JSON.parse(text ?? "");
    return true;
  } catch {
    return false;
  }
}

/** Its processor is in the app's own program: several jobs may have the same one. */
function codeWork(
  { node, job, params, fallbackHandler }: JobInNode,
  official: string | undefined,
  draft: TaskDraft,
): NodeWork {
  const stated = textOf(job["processorInfo"])?.split("#").at(-1) ?? "";
  const handler = stated.trim() === "" ? fallbackHandler : adaptKey(stated);
  if (official === undefined) draft.info("node_handler", `${node}.processorInfo`, { node, handler });
  else draft.warn("node_type", `${node}.processorInfo`, { node, type: `${official}Processor`, handler });
  return {
    work: { kind: "code", handler },
    params: [
      { name: "jobParams", value: params ?? "" },
      { name: INIT_PARAMS, expression: taskParam(INIT_PARAMS) },
    ],
  };
}
