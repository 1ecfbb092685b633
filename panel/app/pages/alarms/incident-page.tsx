import { Anchor, Group, Table, Text, Title } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Incident } from "../../api/operations.generated.ts";
import { useApi } from "../../api/use-api.ts";
import { Time } from "../../time/time.tsx";
import { Page } from "../../ui/page/page.tsx";
import { HiddenPart } from "../../ui/hidden-part.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { Tag } from "../../ui/tag.tsx";
import { RunCauses } from "../why/run-causes.tsx";
import { IncidentActs } from "./incident-acts.tsx";
import { useNameOfActor } from "../../session/use-name-of-actor.ts";
import { SEVERITY_LOOKS } from "./severity-looks.ts";
import { IncidentSentence } from "./incident-sentence.tsx";
import { IncidentSubject } from "./incident-subject.tsx";
import { IncidentTimeline } from "./incident-timeline.tsx";
import "./incidents.css";
import { useFeature } from "../../session/use-feature.ts";

const route = getRouteApi("/incidents/$id");
const POLL_MS = 10_000;

/** One incident: what is wrong and why, its errors and runs, what was done about it, and what can be done. */
export function IncidentPage(): ReactElement {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const query = useApi("getIncident", { path: { id } }, { pollMs: POLL_MS });
  const incident = query.data?.incident;
  return (
    <Page
      title={incident === undefined ? t("incidents.title") : t(`incidents.condition.${incident.condition}`)}
      aside={incident !== undefined && incident.state !== "resolved" && <IncidentActs incident={incident} />}
    >
      <QueryView query={query}>{({ incident: shown }) => <Shown incident={shown} />}</QueryView>
    </Page>
  );
}

function Shown({ incident }: { readonly incident: Incident }): ReactElement {
  const { t } = useTranslation();
  const nameOf = useNameOfActor();
  const hasWhy = useFeature("why");
  const { condition, severity, state, openedAt, resolvedAt, assignee, snoozedUntil, explainedBy } = incident;
  const [run] = incident.runs;
  return (
    <>
      <Group gap="xs">
        <Tag isWarning={severity === "critical"}>
          <span className={SEVERITY_LOOKS[severity].tone}>{t(`incidents.severity.${severity}`)}</span>
        </Tag>
        <Tag>{t(`incidents.state.${state}`)}</Tag>
        <IncidentSubject incident={incident} />
      </Group>
      <Text>
        <IncidentSentence incident={incident} />
      </Text>
      <Text size="sm" c="dimmed" component="div" className="incident-facts">
        <span>
          {t("incidents.since")} <Time at={openedAt} />
        </span>
        {resolvedAt !== null && (
          <span>
            {t("incidents.state.resolved")} <Time at={resolvedAt} />
          </span>
        )}
        {assignee !== null && <span>{t("incidents.of", { name: nameOf(assignee) })}</span>}
        {snoozedUntil !== null && (
          <span>
            {t("incidents.snoozed")} <Time at={snoozedUntil} />
          </span>
        )}
        {explainedBy !== null && (
          <span>
            {t("incidents.explainedBy")}{" "}
            <Anchor
              size="sm"
              renderRoot={(props) => <Link to="/incidents/$id" params={{ id: explainedBy }} {...props} />}
            >
              {explainedBy}
            </Anchor>
          </span>
        )}
      </Text>
      {hasWhy && run !== undefined && condition !== "missed" && (
        <RunCauses id={run} title={t("incidents.why")} />
      )}
      {incident.errors.length > 0 && <Errors incident={incident} />}
      {incident.runs.length > 0 && <Runs incident={incident} />}
      <section>
        <Title order={2} size="h5">
          {t("incidents.timeline")}
        </Title>
        <IncidentTimeline events={incident.timeline} />
      </section>
    </>
  );
}

function Errors({ incident: { errors } }: { readonly incident: Incident }): ReactElement {
  const { t } = useTranslation();
  return (
    <section>
      <Title order={2} size="h5">
        {t("incidents.errors")}
      </Title>
      <Table className="data-table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("incidents.error")}</Table.Th>
            <Table.Th>{t("incidents.count")}</Table.Th>
            <Table.Th visibleFrom="sm">{t("incidents.first")}</Table.Th>
            <Table.Th visibleFrom="xs">{t("incidents.last")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {errors.map(({ fingerprint, message, count, firstAt, lastAt }) => (
            <Table.Tr key={fingerprint ?? firstAt}>
              <Table.Td className="incident-error">{message ?? <HiddenPart part="error" />}</Table.Td>
              <Table.Td>{count}</Table.Td>
              <Table.Td visibleFrom="sm">
                <Time at={firstAt} />
              </Table.Td>
              <Table.Td visibleFrom="xs">
                <Time at={lastAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function Runs({ incident: { runs } }: { readonly incident: Incident }): ReactElement {
  const { t } = useTranslation();
  return (
    <section>
      <Title order={2} size="h5">
        {t("incidents.runs")}
      </Title>
      <ul className="incident-runs">
        {runs.map((id) => (
          <li key={id}>
            <Anchor
              size="sm"
              className="mono"
              renderRoot={(props) => <Link to="/runs/$id" params={{ id }} {...props} />}
            >
              {id}
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  );
}
