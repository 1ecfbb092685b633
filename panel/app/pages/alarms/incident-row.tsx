import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Incident } from "../../api/operations.generated.ts";
import { Relative, Time } from "../../time/time.tsx";
import { Tag } from "../../ui/tag.tsx";
import { useNameOfActor } from "../../session/use-name-of-actor.ts";
import { IncidentSentence } from "./incident-sentence.tsx";
import { IncidentSubject } from "./incident-subject.tsx";
import { SEVERITY_LOOKS } from "./severity-looks.ts";

export interface IncidentRowProps {
  readonly incident: Incident;
  /** It stands below what explains it. @default false */
  readonly isBelow?: boolean;
  /** What can be done about it. @default nothing is said */
  readonly advice?: string | undefined;
  /** The way to its cause. @default none */
  readonly wayThere?: ReactNode;
}

/** One incident: how bad, what it is about, what is wrong, since when and who is at it. */
export function IncidentRow({ incident, isBelow = false, advice, wayThere }: IncidentRowProps): ReactElement {
  const { t } = useTranslation();
  const nameOf = useNameOfActor();
  const { id, condition, severity, state, openedAt, assignee, snoozedUntil, silencedBy, explainedBy } =
    incident;
  const { Icon, tone } = SEVERITY_LOOKS[severity];
  return (
    <li className="incident" data-below={isBelow || undefined}>
      <Icon
        size={18}
        className={`incident-icon ${tone}`}
        role="img"
        aria-label={t(`incidents.severity.${severity}`)}
      />
      <div className="incident-text">
        <div>
          <Anchor
            size="sm"
            fw={600}
            c="var(--mantine-color-text)"
            renderRoot={(props) => <Link to="/incidents/$id" params={{ id }} {...props} />}
          >
            {t(`incidents.condition.${condition}`)}
          </Anchor>
          {" · "}
          <IncidentSubject incident={incident} />
        </div>
        <Text size="sm">
          <IncidentSentence incident={incident} />
        </Text>
        {advice !== undefined && (
          <Text size="xs" c="dimmed">
            {advice}
          </Text>
        )}
        <Text size="xs" c="dimmed" component="div" className="incident-facts">
          <span>
            <Relative at={openedAt} />
          </span>
          {state !== "open" && <Tag>{t(`incidents.state.${state}`)}</Tag>}
          {assignee !== null && <span>{t("incidents.of", { name: nameOf(assignee) })}</span>}
          {snoozedUntil !== null && (
            <span>
              {t("incidents.snoozed")} <Time at={snoozedUntil} />
            </span>
          )}
          {silencedBy !== null && <span>{t("incidents.silenced")}</span>}
          {explainedBy !== null && !isBelow && <span>{t("incidents.explained")}</span>}
        </Text>
      </div>
      {wayThere}
    </li>
  );
}
