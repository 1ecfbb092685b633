import { type ReactElement, useMemo } from "react";
import { parseExactJson } from "../../../base/exact-json.ts";
import { useApi } from "../../../api/use-api.ts";
import { BodyDifference } from "./body-difference.tsx";

export interface VersionsDifferenceProps {
  readonly jobKey: string;
  readonly from: number;
  readonly to: number;
}

/** What differs between two versions of a workflow, drawn; nothing where one of them cannot be read, which the comparison of their texts says. */
export function VersionsDifference({ jobKey, from, to }: VersionsDifferenceProps): ReactElement | null {
  const before = useBody(jobKey, from);
  const after = useBody(jobKey, to);
  if (before === null || after === null) return null;
  return <BodyDifference key={`${from} ${to}`} before={before.body} after={after.body} />;
}

function useBody(key: string, version: number): { readonly body: unknown } | null {
  const { data } = useApi("getScriptVersion", { path: { key, version: String(version) } });
  const source = data?.source;
  return useMemo(() => (typeof source === "string" ? { body: readBody(source) } : null), [source]);
}

function readBody(source: string): unknown {
  try {
    return parseExactJson(source);
  } catch {
    return null;
  }
}
