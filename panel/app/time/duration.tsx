import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { formatDuration } from "./format-time.ts";

/** How long something took. */
export function Duration({ ms }: { readonly ms: number }): ReactElement {
  const { i18n } = useTranslation();
  return <span className="nowrap">{formatDuration(ms, i18n.language)}</span>;
}
