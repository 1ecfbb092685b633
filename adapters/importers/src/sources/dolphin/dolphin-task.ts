import { type JsonRecord, textOf } from "../json-documents.ts";
import { codeOf, recordOf } from "../task/codes.ts";

/** A task of a workflow as it is exported. */
export interface DolphinTask {
  readonly code: string;
  readonly name: string;
  readonly type: string;
  readonly params: JsonRecord;
  readonly fields: JsonRecord;
}

/** `null` for what has no code. */
export function dolphinTask(fields: JsonRecord): DolphinTask | null {
  const code = codeOf(fields["code"]);
  if (code === null) return null;
  return {
    code,
    name: textOf(fields["name"]) ?? code,
    type: (textOf(fields["taskType"]) ?? "").toUpperCase(),
    params: recordOf(fields["taskParams"]),
    fields,
  };
}
