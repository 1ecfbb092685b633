import { Link } from "@tanstack/react-router";
import { History } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Act } from "../../../api/operations.generated.ts";
import { formatInstant } from "../../../time/format-time.ts";
import { actorName } from "../../history/actor-name.ts";
import { hashOfAct } from "../../history/linked-act.ts";
import { JobTab } from "./job-search.ts";

export interface ActMarkLinkProps {
  readonly jobKey: string;
  /** The oldest first. */
  readonly acts: readonly Act[];
}

/** Who changed what at that time, with the way to the first of it in the history. */
export function ActMarkLink({ jobKey, acts }: ActMarkLinkProps): ReactElement {
  const { t, i18n } = useTranslation();
  const words = acts.map(({ at, by, kind, app }) => {
    const done = `${actorName(by, t)} ${t(`history.did.${kind}`)}`;
    const what = kind === "stop_app" || kind === "start_app" ? ` ${app}` : "";
    return `${formatInstant(new Date(at))} ${done}${what}`;
  });
  const label = new Intl.ListFormat(i18n.language).format(words);
  return (
    <Link
      className="chart-mark"
      to="/jobs/$key"
      params={{ key: jobKey }}
      search={{ tab: JobTab.History }}
      hash={hashOfAct(acts[0]?.id ?? "")}
      aria-label={label}
      title={words.join("\n")}
    >
      <History size={14} aria-hidden="true" />
    </Link>
  );
}
