import { Anchor, Table, Text, Title } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type ApiAnswer, apiUrl } from "../../api/call-api.ts";
import { useApi } from "../../api/use-api.ts";
import { Duration } from "../../time/duration.tsx";
import { Time } from "../../time/time.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { reasonWords } from "../../ui/failure/reason-words.ts";
import { RunError } from "../../ui/failure/run-error.tsx";
import { HiddenPart } from "../../ui/hidden-part.tsx";
import { fileSize } from "../../ui/json/file-size.ts";
import { jsonText } from "../../ui/json/json-text.ts";
import { JsonView } from "../../ui/json/json-view.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Page } from "../../ui/page/page.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { ArchivedLog } from "./archived-log.tsx";
import { ArchivedRunsTable } from "./archived-runs-table.tsx";
import { SourceNotice } from "./source-notice.tsx";
import "../runs/list/runs.css";
import "../../ui/page/run.css";
import "../../ui/table/table.css";

type Detail = ApiAnswer<"getArchivedRun">;

const route = getRouteApi("/archives/$id/$run");
const MOST_NODES = 200;
const FACTS = 200;

/** A run of an imported file: nothing of it can be changed, and nothing leads to runs of this scheduler. */
export function ArchivedRunPage(): ReactElement {
  const { t } = useTranslation();
  const { id, run } = route.useParams();
  const archive = useApi("getArchive", { path: { id } });
  const found = useApi("getArchivedRun", { path: { id, run } });
  const title = found.data?.instance.jobKey ?? t("exports.run");
  return (
    <Page title={title} key={run}>
      {archive.data !== undefined && <SourceNotice archive={archive.data.archive} />}
      {found.error?.status === 404 && found.data === undefined ? (
        <EmptyState title={t("exports.noFilter")} />
      ) : (
        <QueryView query={found}>{(data) => <RunOf archive={id} detail={data} />}</QueryView>
      )}
    </Page>
  );
}

function RunOf({ archive, detail }: { readonly archive: string; readonly detail: Detail }): ReactElement {
  const { t } = useTranslation();
  const { instance: run, facts, files, lines } = detail;
  const { id, state, error, args, result, hidden } = run;
  return (
    <div className="run">
      <div className="run-line">
        <span className="run-state">
          <StateBadge state={state} />
        </span>
        <span className="mono dimmed run-id">
          {id}
          <CopyButton label={t("instances.copyId")} text={() => id} />
        </span>
      </div>
      {error !== null && <RunError error={error} />}
      <div className="run-columns">
        <Facts archive={archive} detail={detail} />
        <div className="run-main">
          <Section title={t("instances.timeline")}>
            <Timeline run={run} />
          </Section>
          <Section title={t("instances.log")}>
            {hidden?.includes("log") === true ? (
              <HiddenPart part="log" />
            ) : lines === 0 ? (
              <Nothing>{t("exports.noLog")}</Nothing>
            ) : (
              <ArchivedLog archive={archive} run={id} />
            )}
          </Section>
          <Nodes archive={archive} run={id} />
        </div>
        <div className="run-side">
          <Value
            title={t("instances.args")}
            copy={t("instances.copyArgs")}
            value={args}
            hidden={hidden?.includes("args") === true ? "args" : null}
          />
          <Value
            title={t("instances.result")}
            copy={t("instances.copyResult")}
            value={result}
            hidden={hidden?.includes("result") === true ? "result" : null}
          />
          <Section title={t("exports.filesOf")}>
            <Files archive={archive} run={id} files={files} />
          </Section>
          {facts > 0 && (
            <Section title={t("exports.facts")}>
              <TaskFacts archive={archive} run={id} />
            </Section>
          )}
        </div>
      </div>
    </div>
  );
}

function Section({
  title,
  aside,
  children,
}: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <section>
      <div className="run-section">
        <Title order={2}>{title}</Title>
        {aside}
      </div>
      {children}
    </section>
  );
}

function Nothing({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}

interface ValueProps {
  readonly title: string;
  readonly copy: string;
  readonly value: unknown;
  readonly hidden: "args" | "result" | null;
}

function Value({ title, copy, value, hidden }: ValueProps): ReactElement {
  const { t } = useTranslation();
  if (hidden !== null)
    return (
      <Section title={title}>
        <HiddenPart part={hidden} />
      </Section>
    );
  if (value === null)
    return (
      <Section title={title}>
        <Nothing>{t("instances.nothing")}</Nothing>
      </Section>
    );
  return (
    <Section title={title} aside={<CopyButton label={copy} text={() => jsonText(value)} />}>
      <JsonView value={value} label={title} />
    </Section>
  );
}

function Facts({ archive, detail }: { readonly archive: string; readonly detail: Detail }): ReactElement {
  const { t } = useTranslation();
  const { instance: run } = detail;
  const { type, by, of, nominalTime } = run.trigger;
  return (
    <dl className="run-facts">
      <Fact name={t("instances.job")}>
        <span className="mono">{run.jobKey}</span>
      </Fact>
      <Fact name={t("instances.app")}>{run.app}</Fact>
      <Fact name={t("instances.trigger")}>
        {t(`instances.triggerType.${type}`)} {by !== undefined && t("instances.by", { by })}
      </Fact>
      {of !== undefined && (
        <Fact name={t("exports.run")}>
          <Anchor
            size="sm"
            className="mono one-line run-of"
            title={of}
            renderRoot={(props) => (
              <Link to="/archives/$id/$run" params={{ id: archive, run: of }} {...props} />
            )}
          >
            {of}
          </Anchor>
        </Fact>
      )}
      {nominalTime !== undefined && (
        <Fact name={t("instances.nominalTime")}>
          <Time at={nominalTime} />
        </Fact>
      )}
      <Fact name={t("instances.created")}>
        <Time at={run.createdAt} />
      </Fact>
      {run.startedAt !== null && (
        <Fact name={t("instances.started")}>
          <Time at={run.startedAt} />
        </Fact>
      )}
      {run.completedAt !== null && (
        <Fact name={t("instances.ended")}>
          <Time at={run.completedAt} />
        </Fact>
      )}
      {run.startedAt !== null && run.completedAt !== null && (
        <Fact name={t("instances.duration")}>
          <Duration ms={Date.parse(run.completedAt) - Date.parse(run.startedAt)} />
        </Fact>
      )}
      {run.attempt > 0 && (
        <Fact name={t("instances.attempt")}>
          {t("instances.attemptOf", { attempt: run.attempt, most: run.retryCount + 1 })}
        </Fact>
      )}
      {run.worker !== null && (
        <Fact name={t("instances.worker")}>
          <span className="mono">{run.worker}</span>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactElement {
  return (
    <div className="run-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The states of the run; workers are of the scheduler that it is from, and lead nowhere here. */
function Timeline({ run: { history } }: { readonly run: Detail["instance"] }): ReactElement {
  const { t, i18n } = useTranslation();
  return (
    <Table className="data-table timeline" verticalSpacing={4}>
      <Table.Tbody>
        {history.map((entry, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- what an archive has never changes
          <Table.Tr key={index}>
            <Table.Td>
              <StateBadge state={entry.to} />
            </Table.Td>
            <Table.Td>
              <Time at={entry.at} />
            </Table.Td>
            <Table.Td>
              <Text size="xs" c="dimmed" className="mono">
                {entry.worker}
              </Text>
              <Text size="sm">{reasonWords(entry, i18n.language)}</Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Thead className="visually-hidden">
        <Table.Tr>
          {(["state", "started", "reason"] as const).map((name) => (
            <Table.Th key={name}>{t(`instances.${name}`)}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
    </Table>
  );
}

/** Nodes of a task and shards of a broadcast. */
function Nodes({ archive, run }: { readonly archive: string; readonly run: string }): ReactNode {
  const { t } = useTranslation();
  const { data } = useApi("listArchivedRuns", {
    path: { id: archive },
    query: { partOf: run, limit: MOST_NODES },
  });
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Section title={t("exports.nodes")}>
      <ArchivedRunsTable archive={archive} runs={data.items} />
    </Section>
  );
}

interface FilesProps {
  readonly archive: string;
  readonly run: string;
  readonly files: Detail["files"];
}

function Files({ archive, run, files }: FilesProps): ReactElement {
  const { t, i18n } = useTranslation();
  if (files.length === 0) return <Nothing>{t("exports.noFiles")}</Nothing>;
  return (
    <ul>
      {files.map(({ name, size }) => (
        <li key={name}>
          <Anchor
            size="sm"
            href={apiUrl("downloadArchivedFile", { path: { id: archive, run, file: name } })}
            download={name}
          >
            <bdi>{name}</bdi>
          </Anchor>{" "}
          <Text size="xs" c="dimmed" span>
            {fileSize(size, i18n.language)}
          </Text>
        </li>
      ))}
    </ul>
  );
}

function TaskFacts({ archive, run }: { readonly archive: string; readonly run: string }): ReactElement {
  const { t } = useTranslation();
  const facts = useApi("listArchivedFacts", { path: { id: archive, run }, query: { limit: FACTS } });
  return (
    <QueryView query={facts}>
      {({ items }) => <JsonView value={items} label={t("exports.facts")} />}
    </QueryView>
  );
}
