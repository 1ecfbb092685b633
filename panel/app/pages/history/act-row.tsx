import { Anchor, UnstyledButton } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Act } from "../../api/operations.generated.ts";
import { useMay } from "../../session/use-may.ts";
import { useNameOfActor } from "../../session/use-name-of-actor.ts";
import { Time } from "../../time/time.tsx";
import { hashOfAct } from "./linked-act.ts";
import { ActChanges, JobLink, RunLink } from "./act-parts.tsx";
import { did, writtenTo } from "./deed-words.ts";
import { RestoreDialog } from "./restore-dialog.tsx";
import { actorName } from "./actor-name.ts";

/** One act: when, who, what, on what, why, and what was before and after. */
export function ActRow({ act }: { readonly act: Act }): ReactElement {
  const { t } = useTranslation();
  const nameOf = useNameOfActor();
  // Of a pause its end is of interest alone, and a resume has said all by its name.
  const shown = act.changes.filter(
    ({ pointer, after }) => pointer !== "/pause" || (act.kind !== "resume" && !isEndless(after)),
  );
  const isLinked = useLocation({ select: ({ hash }) => hash }) === hashOfAct(act.id);
  const mayEdit = useMay("jobs:edit");
  const [isRestoring, setRestoring] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isLinked) return;
    row.current?.scrollIntoView({ block: "center" });
    row.current?.focus();
  }, [isLinked]);
  const { at, by, kind, app, jobKey, jobName, instanceId, madeId, operation } = act;
  const written = writtenTo(act);
  return (
    <li className="act" ref={row} tabIndex={isLinked ? -1 : undefined} data-linked={isLinked || undefined}>
      <span className="act-at dimmed">
        <Time at={at} />
      </span>
      <div className="act-text">
        <div>
          <b title={by?.id}>{actorName(by, t, nameOf)}</b> {did(act, t)}{" "}
          {jobKey === null ? <b>{app}</b> : <JobLink jobKey={jobKey} name={jobName} />}
          {instanceId !== null && <RunLink id={instanceId} text={t("history.run")} />}
          {madeId !== null && <RunLink id={madeId} text={t("history.newRun")} />}
        </div>
        {written !== null && <div className="act-note">{written}</div>}
        <ActChanges changes={shown} isHidden={act.hidden !== undefined} />
        {kind === "edit" && jobKey !== null && mayEdit && shown.length > 0 && (
          <UnstyledButton className="text-button" onClick={() => setRestoring(true)}>
            {t("history.restore")}
          </UnstyledButton>
        )}
        {isRestoring && jobKey !== null && (
          <RestoreDialog act={act} jobKey={jobKey} onClose={() => setRestoring(false)} />
        )}
        {operation !== null && (
          <Anchor
            size="xs"
            renderRoot={(props) => <Link to="/history/$id" params={{ id: operation }} {...props} />}
          >
            {t("history.partOf")}
          </Anchor>
        )}
      </div>
    </li>
  );
}

function isEndless(pause: string | null): boolean {
  return pause === null || pause.startsWith('{"until":null');
}
