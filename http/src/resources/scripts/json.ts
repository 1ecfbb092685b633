import type { ScriptStamp, ScriptVersion, ScriptVersionSummary } from "@mojob/core/ports";
import { type HiddenJson, hiddenJson } from "../../schema/hidden.ts";

export interface ScriptStampJson {
  readonly version: number;
  readonly hash: string;
  readonly at: string;
  readonly by: string | null;
  readonly comment: string | null;
  readonly restored: number | null;
  readonly copied: { readonly jobKey: string; readonly version: number } | null;
}

export interface ScriptVersionJson extends ScriptStampJson {
  readonly draft: boolean;
  readonly language: string;
  readonly bytes: number;
}

export interface ScriptTextJson extends ScriptVersionJson, HiddenJson {
  /** `null` where it is hidden. */
  readonly source: string | null;
}

export function scriptStampJson({
  version,
  hash,
  at,
  by,
  comment,
  restored,
  copied,
}: ScriptStamp): ScriptStampJson {
  return { version, hash, at: at.toISOString(), by, comment, restored, copied };
}

export function scriptVersionJson(version: ScriptVersionSummary): ScriptVersionJson {
  const { language, bytes, draft = false } = version;
  return { ...scriptStampJson(version), draft, language, bytes };
}

export function scriptTextJson(version: ScriptVersion): ScriptTextJson {
  const { hidden } = hiddenJson(version);
  return {
    ...scriptVersionJson(version),
    source: hidden === undefined ? version.source : null,
    ...(hidden && { hidden }),
  };
}
