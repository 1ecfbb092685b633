import { Link } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { Bell, History } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Incident } from "../../../api/operations.generated.ts";
import { formatInstant } from "../../../time/format-time.ts";
import { actorName } from "../../history/actor-name.ts";
import { hashOfAct } from "../../history/linked-act.ts";
import type { ChartEvent } from "./chart-events.ts";
import { JobTab } from "./job-search.ts";

export interface ChartMarkLinkProps {
  readonly jobKey: string;
  /** The oldest first. */
  readonly events: readonly ChartEvent[];
}

/** The incidents and the acts at that time, with a link to the first of them. */
export function ChartMarkLink({ jobKey, events }: ChartMarkLinkProps): ReactElement {
  const { t, i18n } = useTranslation();
  const words = events.map((event) => `${formatInstant(new Date(event.at))} ${wordsOf(event, t)}`);
  const shown = {
    className: "chart-mark",
    "aria-label": new Intl.ListFormat(i18n.language).format(words),
    title: words.join("\n"),
  };
  const incident = events.map(incidentOf).find((one) => one !== null);
  if (incident != null)
    return (
      <Link {...shown} to="/incidents/$id" params={{ id: incident.id }}>
        <Bell size={14} aria-hidden="true" />
      </Link>
    );
  const [first] = events;
  const id = first !== undefined && "act" in first ? first.act.id : "";
  return (
    <Link
      {...shown}
      to="/jobs/$key"
      params={{ key: jobKey }}
      search={{ tab: JobTab.History }}
      hash={hashOfAct(id)}
    >
      <History size={14} aria-hidden="true" />
    </Link>
  );
}

function incidentOf(event: ChartEvent): Incident | null {
  return "incident" in event ? event.incident : null;
}

function wordsOf(event: ChartEvent, t: TFunction): string {
  if ("incident" in event)
    return `${t("incidents.alarm")}: ${t(`incidents.condition.${event.incident.condition}`)}`;
  const { by, kind, app } = event.act;
  const what = kind === "stop_app" || kind === "start_app" ? ` ${app}` : "";
  return `${actorName(by, t)} ${t(`history.did.${kind}`)}${what}`;
}
