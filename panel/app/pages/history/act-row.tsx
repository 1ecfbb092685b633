import { Anchor } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import { type ReactElement, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Act } from "../../api/operations.generated.ts";
import { Time } from "../../time/time.tsx";
import { HiddenPart } from "../../ui/hidden-part.tsx";
import { hashOfAct } from "./linked-act.ts";
import { actorName } from "./actor-name.ts";

/** One act: when, who, what, on what, why, and what was before and after. */
export function ActRow({ act }: { readonly act: Act }): ReactElement {
  const { t } = useTranslation();
  // Of a pause its end is of interest alone, and a resume has said all by its name.
  const shown = act.changes.filter(
    ({ pointer, after }) => pointer !== "/pause" || (act.kind !== "resume" && !isEndless(after)),
  );
  const isLinked = useLocation({ select: ({ hash }) => hash }) === hashOfAct(act.id);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isLinked) return;
    row.current?.scrollIntoView({ block: "center" });
    row.current?.focus();
  }, [isLinked]);
  const { at, by, kind, app, jobKey, jobName, instanceId, madeId, note, operation } = act;
  return (
    <li className="act" ref={row} tabIndex={isLinked ? -1 : undefined} data-linked={isLinked || undefined}>
      <span className="act-at dimmed">
        <Time at={at} />
      </span>
      <div className="act-text">
        <div>
          <b title={by?.id}>{actorName(by, t)}</b> {t(`history.did.${kind}`)}{" "}
          {jobKey === null ? (
            <b>{app}</b>
          ) : (
            <Anchor
              size="sm"
              underline="always"
              title={jobKey}
              renderRoot={(props) => <Link to="/jobs/$key" params={{ key: jobKey }} {...props} />}
            >
              {jobName ?? jobKey}
            </Anchor>
          )}
          {instanceId !== null && <RunLink id={instanceId} text={t("history.run")} />}
          {madeId !== null && <RunLink id={madeId} text={t("history.newRun")} />}
        </div>
        {note !== null && <div className="act-note">{note}</div>}
        {shown.length > 0 && (
          <ul className="act-changes">
            {shown.map(({ pointer, before, after }) => (
              <li key={pointer}>
                <span className="mono">{pointer.slice(1)}</span>
                {": "}
                {before === null && after === null && act.hidden !== undefined ? (
                  <HiddenPart part="changes" />
                ) : (
                  <>
                    <del className="mono">{before ?? t("history.nothing")}</del> →{" "}
                    <ins className="mono">{after ?? t("history.nothing")}</ins>
                  </>
                )}
              </li>
            ))}
          </ul>
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

function RunLink({ id, text }: { readonly id: string; readonly text: string }): ReactElement {
  return (
    <>
      {" · "}
      <Anchor
        size="sm"
        underline="always"
        title={id}
        renderRoot={(props) => <Link to="/instances/$id" params={{ id }} {...props} />}
      >
        {text}
      </Anchor>
    </>
  );
}
