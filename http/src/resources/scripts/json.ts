import type { ScriptStamp, ScriptVersion, ScriptVersionSummary } from "@mojob/core/ports";
import { toWire, type Wire } from "../../schema/wire.ts";
import { type HiddenJson, hiddenJson } from "../../schema/hidden.ts";

export type ScriptStampJson = Wire<ScriptStamp>;

export interface ScriptVersionJson extends ScriptStampJson {
  readonly draft: boolean;
  readonly language: string;
  readonly bytes: number;
}

export interface ScriptTextJson extends ScriptVersionJson, HiddenJson {
  /** `null` where it is hidden. */
  readonly source: string | null;
}

export function scriptStampJson(stamp: ScriptStamp): ScriptStampJson {
  const { version, hash, at, by, comment, restored, copied } = stamp;
  return toWire({ version, hash, at, by, comment, restored, copied });
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
