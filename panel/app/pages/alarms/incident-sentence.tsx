import { type Language, incidentText } from "@mojob/core/words";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Incident } from "../../api/operations.generated.ts";
import { formatInstant, TimeMode } from "../../time/format-time.ts";
import { useTimeMode } from "../../time/time-mode.tsx";

/** The sentence of an incident, in the reader's language and zone. */
export function IncidentSentence({ incident }: { readonly incident: Incident }): ReactElement {
  const { i18n } = useTranslation();
  const { mode } = useTimeMode();
  const language: Language = i18n.language === "zh" ? "zh" : "en";
  const time = (at: string): string => formatInstant(new Date(at), mode === TimeMode.Utc ? "UTC" : undefined);
  return <>{incidentText(incident, language, time)}</>;
}
