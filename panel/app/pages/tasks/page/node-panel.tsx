import { ActionIcon, Anchor, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import {
  type KeyboardEvent,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
} from "react";
import { useTranslation } from "react-i18next";
import type { Instance } from "../../../api/operations.generated.ts";
import { Relative, Time } from "../../../time/time.tsx";
import { ErrorCode } from "../../../ui/error-code.tsx";
import { JsonView } from "../../../ui/json/json-view.tsx";
import { StateBadge } from "../../../ui/state-badge.tsx";
import { RunError } from "../../../ui/failure/run-error.tsx";
import { reasonWords } from "../../../ui/failure/reason-words.ts";
import type { BodyNode } from "../graph/body-node.ts";
import { NodeBadge, TypeIcon } from "../graph/node-icon.tsx";
import { NodeActions } from "../run/node-actions.tsx";
import { nodeNote } from "../run/node-note.ts";
import { NodeRuns } from "../run/node-runs.tsx";
import { type FileLine, useShown, useShownRun } from "../run/shown-run.ts";
import type { FactJson } from "../run/task-fact.ts";
import { givenTo, messageOf, type NodeJson, type TaskJson } from "../run/task-model.ts";
import { afterWords } from "../run/after-words.ts";
import { waitWords } from "../run/wait-words.ts";

const BatchItems = lazy(async () => ({ default: (await import("../batch/batch-items.tsx")).BatchItems }));

const OVER: ReadonlySet<NodeJson["status"]> = new Set(["Succeeded", "Failed", "Cancelled"]);

export interface NodePanelProps {
  readonly task: TaskJson;
  readonly node: NodeJson;
  readonly all: readonly BodyNode[];
  readonly facts: readonly FactJson[];
  readonly onClose: () => void;
}

/** All about a node: its state and why, its runs, what it was given and what came of it, and what can be done with it. */
export function NodePanel({ task, node, all, facts, onClose }: NodePanelProps): ReactElement {
  const { t } = useTranslation();
  const head = useRef<HTMLHeadingElement>(null);
  const body = all.find(({ id }) => id === node.id);
  const { isNow, source } = useShown();
  const known = useShownRun(node.runId);
  // At a moment of the past a run that went on then had no result yet.
  const run = isNow || OVER.has(node.status) ? known : undefined;
  const lines = node.runId === null ? [] : (source?.linesOf(node.runId) ?? []);
  useEffect(() => head.current?.focus(), []);
  const closeOnEscape = ({ key, defaultPrevented }: KeyboardEvent): void => {
    if (key === "Escape" && !defaultPrevented) onClose();
  };
  return (
    <aside
      className="task-panel"
      aria-label={t("task.nodeOf", { name: node.title ?? node.id })}
      onKeyDown={closeOnEscape}
    >
      <div className="task-panel-head">
        <Title order={3} size="h4" ref={head} tabIndex={-1} className="page-title">
          <TypeIcon type={node.type} /> {node.title ?? node.id}
        </Title>
        <ActionIcon aria-label={t("common.close")} onClick={onClose}>
          <X size={16} aria-hidden="true" />
        </ActionIcon>
      </div>
      <NodeState task={task} node={node} all={all} facts={facts} run={run} />
      <NodeActions key={node.id} task={task} node={node} all={all} />
      <dl className="run-facts">
        <Fact name={t("task.nodeId")}>
          <span className="mono">{node.id}</span>
        </Fact>
        {body !== undefined && body.jobKey !== null && (
          <Fact name={t(`task.type.${node.type}`)}>
            {source === null ? <JobLink jobKey={body.jobKey} /> : <span className="mono">{body.jobKey}</span>}
          </Fact>
        )}
        {body !== undefined && body.pre.length > 0 && (
          <Fact name={t("task.after")}>{afterWords(body, all, t)}</Fact>
        )}
        {node.runId !== null && source === null && (
          <Fact name={t("task.run")}>
            <RunLink id={node.runId} run={run} />
          </Fact>
        )}
        {node.started !== null && (
          <Fact name={t("task.started")}>
            {source === null ? <RunLink id={node.started} /> : <span className="mono">{node.started}</span>}
          </Fact>
        )}
      </dl>
      {run?.error !== undefined && run.error !== null && <RunError error={run.error} />}
      <Value title={t("task.given")} value={givenTo(facts, node.id)} />
      <Value title={t("instances.result")} value={run?.result ?? null} />
      {run !== undefined && lines.length > 0 && <FileLog lines={lines} />}
      {node.items !== null && (
        <Suspense>
          <BatchItems task={task} node={node} all={all} facts={facts} />
        </Suspense>
      )}
      <NodeRuns taskId={task.instanceId} node={node} facts={facts} />
      {body !== undefined && <Value title={t("task.inBody")} value={body.source} isFolded />}
    </aside>
  );
}

interface NodeStateProps extends Pick<NodePanelProps, "task" | "node" | "all" | "facts"> {
  readonly run: Instance | undefined;
}

function NodeState({ task, node, all, facts, run }: NodeStateProps): ReactElement {
  const { t, i18n } = useTranslation();
  const note = nodeNote(node, t);
  const ofRun = run === undefined || node.status !== "Running" ? null : reasonWords(run, i18n.language);
  const message = node.status === "Failed" ? messageOf(facts, node.id) : null;
  return (
    <div className="task-panel-state">
      <div>
        <NodeBadge status={node.status ?? "Open"} />
        {note !== null && <span className="dimmed"> {note}</span>}
        {node.code !== null && <ErrorCode code={node.code} number={node.number} />}
      </div>
      {[waitWords(task, node, all, t), ofRun, message].map(
        (words) => words !== null && <p key={words}>{words}</p>,
      )}
      {node.dueAt !== null && (
        <p className="dimmed">
          {t("task.due")} <Time at={node.dueAt} /> (<Relative at={node.dueAt} />)
        </p>
      )}
    </div>
  );
}

/** The log of a run in a file. */
function FileLog({ lines }: { readonly lines: readonly FileLine[] }): ReactElement {
  const { t } = useTranslation();
  return (
    <section>
      <h4>{t("instances.log")}</h4>
      <pre className="run-stack mono" tabIndex={0} role="region" aria-label={t("instances.log")}>
        {lines.map(({ message }) => message).join("\n")}
      </pre>
    </section>
  );
}

function JobLink({ jobKey }: { readonly jobKey: string }): ReactElement {
  return (
    <Anchor
      size="sm"
      className="mono"
      renderRoot={(props) => <Link to="/jobs/$key" params={{ key: jobKey }} {...props} />}
    >
      {jobKey}
    </Anchor>
  );
}

function RunLink({ id, run }: { readonly id: string; readonly run?: Instance | undefined }): ReactElement {
  const { t } = useTranslation();
  return (
    <span className="task-run-link">
      {run !== undefined && <StateBadge state={run.state} />}
      <Anchor size="sm" renderRoot={(props) => <Link to="/runs/$id" params={{ id }} {...props} />}>
        {t("task.runAndLog")}
      </Anchor>
    </span>
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

interface ValueProps {
  readonly title: string;
  readonly value: unknown;
  /** @default false */
  readonly isFolded?: boolean;
}

function Value({ title, value, isFolded = false }: ValueProps): ReactNode {
  const { source } = useShown();
  if (value === null || value === undefined) return null;
  const view = <JsonView value={value} label={title} hasFiles={source === null} />;
  if (!isFolded)
    return (
      <section>
        <h4>{title}</h4>
        {view}
      </section>
    );
  return (
    <details className="task-folded">
      <summary>{title}</summary>
      {view}
    </details>
  );
}
