import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { formatAhead, formatInstant, formatRelative, localZone, TimeMode } from "./format-time.ts";
import { useTimeMode } from "./time-mode.tsx";
import { useNow } from "./use-now.ts";

export interface TimeProps {
  /** ISO 8601, as the API says it. */
  readonly at: string;
}

/** An instant as the viewer wants instants shown; its title says it in the other ways. */
export function Time({ at }: TimeProps): ReactElement {
  const { mode } = useTimeMode();
  const instant = new Date(at);
  const local = formatInstant(instant);
  const utc = `${formatInstant(instant, "UTC")}Z`;
  return (
    <time dateTime={at} title={`${local} ${localZone()}\n${utc}`} className="nowrap">
      {mode === TimeMode.Relative ? <Relative at={at} /> : mode === TimeMode.Utc ? utc : local}
    </time>
  );
}

/** How far away an instant is, counting. */
export function Relative({ at }: TimeProps): ReactElement {
  const { i18n } = useTranslation();
  return <>{formatRelative(Date.parse(at), useNow(), i18n.language)}</>;
}

/** How far away an instant to come is, in two units. */
export function Ahead({ at }: TimeProps): ReactElement {
  const { i18n } = useTranslation();
  return <>{formatAhead(Date.parse(at), useNow(), i18n.language)}</>;
}

/** As `Time`, for a text that has an instant in it; a text does not count. */
export function useTimeText(): (at: string) => string {
  const { mode } = useTimeMode();
  return (at) =>
    mode === TimeMode.Utc ? `${formatInstant(new Date(at), "UTC")}Z` : formatInstant(new Date(at));
}
