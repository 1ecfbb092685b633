import { Text, UnstyledButton } from "@mantine/core";
import { OctagonX, TrendingDown, TrendingUp } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useNameOfActor } from "../../session/use-name-of-actor.ts";
import { Relative } from "../../time/time.tsx";
import { CountBars } from "../../ui/chart/count-bars.tsx";
import { summaryWords } from "../../ui/failure/reason-words.ts";
import { TickBox } from "../../ui/table/tick-box.tsx";
import { Tag } from "../../ui/tag.tsx";
import { IncidentSentence } from "../alarms/incident-sentence.tsx";
import { SEVERITY_LOOKS } from "../alarms/severity-looks.ts";
import { type Broken, lastAtOf, trendOf, type Trouble } from "./troubles.ts";

export interface TroubleLineProps {
  readonly trouble: Trouble;
  readonly isSelected: boolean;
  readonly isTicked: boolean;
  readonly onTick: (id: string, isTicked: boolean) => void;
  readonly onSelect: (id: string) => void;
}

/** One thing that is wrong: what, how often, of which jobs, since when and whether it gets worse. */
export function TroubleLine({
  trouble,
  isSelected,
  isTicked,
  onTick,
  onSelect,
}: TroubleLineProps): ReactElement {
  const { t } = useTranslation();
  const { id } = trouble;
  const { Icon, tone } =
    trouble.kind === "alarm"
      ? SEVERITY_LOOKS[trouble.incident.severity]
      : { Icon: OctagonX, tone: "state-terminated" };
  const title = useTitle(trouble);
  return (
    <li className="trouble" data-selected={isSelected || undefined}>
      <TickBox label={t("inbox.tick", { name: title })} isTicked={isTicked} onTick={(is) => onTick(id, is)} />
      <Icon
        size={18}
        className={`inbox-icon ${tone}`}
        role="img"
        aria-label={t(`inbox.kind.${trouble.kind}`)}
      />
      <UnstyledButton
        className="trouble-text"
        data-trouble={id}
        aria-expanded={isSelected}
        onClick={() => onSelect(id)}
      >
        <Text size="sm" fw={600} component="span" className="trouble-title">
          {title}
        </Text>
        <Text size="xs" c="dimmed" component="span" className="inbox-facts">
          {trouble.kind === "broken" ? <BrokenFacts {...trouble} /> : <AlarmFacts {...trouble} />}
          <span>
            <Relative at={lastAtOf(trouble)} />
          </span>
        </Text>
      </UnstyledButton>
      {trouble.kind === "broken" && <CountBars label={t("inbox.spans")} counts={trouble.group.spans} />}
    </li>
  );
}

function useTitle(trouble: Trouble): string {
  const { t, i18n } = useTranslation();
  if (trouble.kind === "alarm") return t(`incidents.condition.${trouble.incident.condition}`);
  const { error } = trouble.group;
  return error === null ? t("failures.noError") : summaryWords(error, i18n.language);
}

function BrokenFacts({ group: { jobs, jobCount, count, rerun, spans }, alarms }: Broken): ReactElement {
  const { t } = useTranslation();
  const [only] = jobs;
  const trend = trendOf(spans);
  const Trend = { rising: TrendingUp, falling: TrendingDown, steady: null }[trend];
  const [alarm] = alarms;
  return (
    <>
      <span>
        {jobCount === 1 ? (
          <bdi>{only?.jobName ?? only?.jobKey}</bdi>
        ) : (
          t("failures.jobs", { count: jobCount })
        )}
      </span>
      <span>{t("failures.runs", { count })}</span>
      {rerun > 0 && <span>{t("failures.rerunOf", { count: rerun })}</span>}
      {Trend !== null && count > 1 && (
        <span>
          <Trend size={12} aria-hidden="true" /> {t(`inbox.trend.${trend}`)}
        </span>
      )}
      {alarm !== undefined && <StateOf incident={alarm} />}
    </>
  );
}

function AlarmFacts({ incident }: Extract<Trouble, { kind: "alarm" }>): ReactElement {
  return (
    <>
      <span>
        <bdi>{incident.jobName ?? incident.jobKey ?? incident.app ?? ""}</bdi>
      </span>
      <span>
        <IncidentSentence incident={incident} />
      </span>
      <StateOf incident={incident} />
    </>
  );
}

function StateOf({
  incident: { state, assignee },
}: Pick<Extract<Trouble, { kind: "alarm" }>, "incident">): ReactElement {
  const { t } = useTranslation();
  const nameOf = useNameOfActor();
  return (
    <>
      {state !== "open" && <Tag>{t(`incidents.state.${state}`)}</Tag>}
      {assignee !== null && <span>{t("incidents.of", { name: nameOf(assignee) })}</span>}
    </>
  );
}
