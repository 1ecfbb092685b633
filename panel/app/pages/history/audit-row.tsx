import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { AuditEntry } from "../../api/operations.generated.ts";
import { useNameOfActor } from "../../session/use-name-of-actor.ts";
import { Time } from "../../time/time.tsx";
import { Tag } from "../../ui/tag.tsx";
import { ActChanges, JobLink, RunLink } from "./act-parts.tsx";
import { actorName } from "./actor-name.ts";
import { did, writtenTo } from "./deed-words.ts";

/** One act of the audit: when, who, what, on what, how it ended, and where it came from. */
export function AuditRow({ entry }: { readonly entry: AuditEntry }): ReactElement {
  const { t } = useTranslation();
  const nameOf = useNameOfActor();
  const { at, by, app, jobKey, instanceId, madeId, changes, subject, outcome, code, from } = entry;
  const written = writtenTo(entry);
  // A request that is refused is not the program's own, no matter who sent it.
  const who = by === null && outcome === "refused" ? t("history.unknown") : actorName(by, t, nameOf);
  return (
    <li className="act">
      <span className="act-at dimmed">
        <Time at={at} />
      </span>
      <div className="act-text">
        <div>
          <b title={by?.id}>{who}</b> {did(entry, t)}{" "}
          {jobKey === null ? app !== null && <b>{app}</b> : <JobLink jobKey={jobKey} name={null} />}
          {instanceId !== null && <RunLink id={instanceId} text={t("history.run")} />}
          {madeId !== null && <RunLink id={madeId} text={t("history.newRun")} />}
          {subject !== null && (
            <>
              {" · "}
              {t(`history.subject.${subject.type}`)} <span className="mono">{subject.id}</span>
            </>
          )}{" "}
          {outcome !== "done" && <Tag isWarning>{t(`history.outcome.${outcome}`)}</Tag>}{" "}
          {code !== null && <span className="mono">{code}</span>}
        </div>
        {written !== null && <div className="act-note">{written}</div>}
        <ActChanges changes={changes} />
        {from !== null && (
          <div className="dimmed">
            {[from.address, from.agent, from.requestId].filter((part) => part !== null).join(" · ")}
          </div>
        )}
      </div>
    </li>
  );
}
