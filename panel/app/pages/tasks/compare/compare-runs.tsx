import { Checkbox, Group, NativeSelect, Skeleton, Text, UnstyledButton } from "@mantine/core";
import { type ReactElement, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Duration } from "../../../time/duration.tsx";
import { formatDuration, formatInstant } from "../../../time/format-time.ts";
import { HiddenPart } from "../../../ui/hidden-part.tsx";
import { StateBadge } from "../../../ui/state-badge.tsx";
import type { BodyNode } from "../graph/body-node.ts";
import { NodeBadge } from "../graph/node-icon.tsx";
import { useTaskPlace } from "../place/use-task-place.ts";
import type { FactJson } from "../run/task-fact.ts";
import { nodeName, type TaskJson } from "../run/task-model.ts";
import { useTaskFacts } from "../run/use-task-facts.ts";
import { type HistoryRun, useTaskHistory } from "../views/use-task-history.ts";
import { VirtualTable } from "../views/virtual-table.tsx";
import { type ComparedNode, compareRuns } from "./compare-rows.ts";
import "./compare-runs.css";

export interface CompareRunsProps {
  readonly task: TaskJson;
  readonly all: readonly BodyNode[];
  readonly facts: readonly FactJson[];
}

/** This run beside another one of its workflow, node by node; the other one is picked from a list. */
export function CompareRuns({ task, all, facts }: CompareRunsProps): ReactElement {
  const { t, i18n } = useTranslation();
  const { with: other, go } = useTaskPlace();
  const history = useTaskHistory(task.instanceId).data;
  if (history === undefined) return <Skeleton height={80} />;
  const others = history.runs.filter(({ id }) => id !== task.instanceId);
  const here = history.runs.find(({ id }) => id === task.instanceId);
  const there = others.find(({ id }) => id === other);
  if (others.length === 0 || here === undefined)
    return (
      <Text size="sm" c="dimmed">
        {t("task.compare.none")}
      </Text>
    );
  return (
    <>
      <NativeSelect
        size="sm"
        className="task-compare-choice"
        label={t("task.compare.with")}
        value={there?.id ?? ""}
        onChange={({ currentTarget: { value } }) => go({ with: value === "" ? undefined : value })}
        data={[
          { value: "", label: t("task.compare.choose") },
          ...others.map((run) => ({
            value: run.id,
            label: [
              formatInstant(new Date(run.createdAt)),
              t(`state.${run.state}`),
              ...durationOf(run, i18n.language),
              t("task.compare.version", { version: run.version }),
            ].join(" · "),
          })),
        ]}
      />
      {there !== undefined && (
        <Compared task={task} all={all} facts={facts} nodes={history.nodes} here={here} there={there} />
      )}
    </>
  );
}

function durationOf({ startedAt, completedAt }: HistoryRun, language: string): readonly string[] {
  if (startedAt === null || completedAt === null) return [];
  return [formatDuration(Date.parse(completedAt) - Date.parse(startedAt), language)];
}

interface ComparedProps extends CompareRunsProps {
  readonly nodes: readonly string[];
  readonly here: HistoryRun;
  readonly there: HistoryRun;
}

function Compared({ task, all, facts, nodes, here, there }: ComparedProps): ReactElement {
  const { t } = useTranslation();
  const isHidden = task.hidden !== undefined;
  const { node: selected } = useTaskPlace();
  const other = useTaskFacts(there.id, isHidden);
  const [isOnlyDifferent, setOnlyDifferent] = useState(false);
  const otherFacts = other.data;
  const rows = useMemo(
    () => compareRuns({ nodes }, [here, there], [facts, otherFacts ?? []]),
    [nodes, here, there, facts, otherFacts],
  );
  if (!isHidden && otherFacts === undefined) return <Skeleton height={80} />;
  const shown = isOnlyDifferent ? rows.filter(({ isDifferent }) => isDifferent) : rows;
  return (
    <>
      <Group gap="md" my={8}>
        <Checkbox
          size="xs"
          label={t("task.compare.onlyDifferent")}
          checked={isOnlyDifferent}
          onChange={({ currentTarget: { checked } }) => setOnlyDifferent(checked)}
        />
        {isHidden && <HiddenPart part="values" />}
      </Group>
      <div className="task-compare-whole">
        <span className="dimmed">{t("task.compare.whole")}</span>
        <WholeRun run={here} />
        <WholeRun run={there} />
      </div>
      {shown.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("task.compare.nothing")}
        </Text>
      ) : (
        <VirtualTable
          label={t("task.compare.table")}
          className="task-compare"
          count={shown.length}
          rowPx={36}
          chosen={shown.findIndex(({ id }) => id === selected)}
          head={
            <>
              <div role="columnheader">{t("task.node")}</div>
              <div role="columnheader">{t("task.compare.here")}</div>
              <div role="columnheader">{t("task.compare.there")}</div>
              <div role="columnheader">{t("task.compare.values")}</div>
            </>
          }
          renderRow={(index) => <ComparedRow row={shown[index]} all={all} />}
        />
      )}
    </>
  );
}

function WholeRun({ run }: { readonly run: HistoryRun }): ReactElement {
  const { t, i18n } = useTranslation();
  return (
    <span>
      <StateBadge state={run.state} /> {durationOf(run, i18n.language)}{" "}
      <span className="dimmed">{t("task.compare.version", { version: run.version })}</span>
    </span>
  );
}

interface ComparedRowProps {
  readonly row: ComparedNode | undefined;
  readonly all: readonly BodyNode[];
}

function ComparedRow({ row, all }: ComparedRowProps): ReactElement | null {
  const { t } = useTranslation();
  const { go } = useTaskPlace();
  if (row === undefined) return null;
  const { id, states, ms, given } = row;
  return (
    <>
      <div role="cell">
        <UnstyledButton className="task-row-name" onClick={() => go({ node: id })}>
          <span>{nodeName(all, id)}</span>
        </UnstyledButton>
      </div>
      {[0, 1].map((side) => {
        const status = states[side] ?? null;
        const took = ms[side] ?? null;
        return (
          <div role="cell" key={side}>
            {status === null ? <span className="dimmed">–</span> : <NodeBadge status={status} />}{" "}
            {took !== null && <Duration ms={took} />}
            {side === 1 && <Change ms={ms} />}
          </div>
        );
      })}
      <div role="cell" className="mono">
        {given === null ? (
          <span className="dimmed">{t("task.compare.same")}</span>
        ) : (
          given.map((value, side) => (
            // oxlint-disable-next-line react/no-array-index-key -- there are two, each on its side
            <div key={side}>{JSON.stringify(value)}</div>
          ))
        )}
      </div>
    </>
  );
}

/** How much longer or shorter the other took. */
function Change({ ms: [here, there] }: Pick<ComparedNode, "ms">): ReactElement | null {
  const { i18n } = useTranslation();
  if (here === null || there === null || here === there) return null;
  const sign = there > here ? "+" : "−";
  return (
    <span className="dimmed nowrap">
      {" "}
      ({sign}
      {formatDuration(Math.abs(there - here), i18n.language)})
    </span>
  );
}
