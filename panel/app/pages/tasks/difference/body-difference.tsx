import { Text, UnstyledButton } from "@mantine/core";
import { type ReactElement, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { flatNodes } from "../graph/body-node.ts";
import { type ChangeMark, MARK_SIGNS } from "../graph/marks.ts";
import { TaskGraph } from "../graph/task-graph.tsx";
import { nodeName } from "../run/task-model.ts";
import { bodyDifference } from "./find-difference.ts";
import { bodyMarks } from "./body-marks.ts";
import { type BodyPair, differenceRows, memberRow } from "./difference-rows.ts";
import { DifferenceTable } from "./difference-table.tsx";
import { markedWays } from "./marked-ways.ts";
import { nodesOfBoth } from "./nodes-of-both.ts";
import "./body-difference.css";

/** More of them are found in the drawing. */
const MOST_NAMES = 100;
const KINDS = ["added", "removed", "changed"] as const;

/** Two bodies of a workflow as one drawing, in which each node that differs has a mark; what differs in the chosen one is listed. */
export function BodyDifference({ before, after }: BodyPair): ReactElement {
  const { t } = useTranslation();
  const [selected, setSelected] = useState<string | null>(null);
  const { difference, nodes, marks, ways } = useMemo(() => {
    const found = bodyDifference(before, after);
    const marked = markedWays(found, t);
    return {
      difference: found,
      nodes: nodesOfBoth(before, after, marked),
      marks: bodyMarks(found, before, after),
      ways: marked.map(({ mark }) => mark.kind),
    };
  }, [before, after, t]);
  const all = useMemo(() => flatNodes(nodes), [nodes]);
  const settings = difference.members.map(memberRow);
  const title = t("flow.difference.title");
  return (
    <section aria-label={title} className="body-difference">
      {marks.size === 0 && settings.length === 0 ? (
        <Text size="sm">{t("flow.difference.same")}</Text>
      ) : (
        <>
          <Legend title={t("flow.difference.nodes")} marks={[...marks.values()]} />
          {ways.length > 0 && <Legend title={t("flow.difference.ways")} marks={ways} />}
        </>
      )}
      <TaskGraph nodes={nodes} marks={marks} selected={selected} onSelect={setSelected} />
      {marks.size > 0 && (
        <ul className="body-difference-nodes" aria-label={t("flow.difference.nodes")}>
          {[...marks].slice(0, MOST_NAMES).map(([id, mark]) => (
            <li key={id}>
              <UnstyledButton
                fz="sm"
                mih={24}
                miw={24}
                aria-pressed={id === selected}
                className={`body-difference-${mark}`}
                onClick={() => setSelected(id)}
              >
                <Sign mark={mark} />
                {nodeName(all, id)}
              </UnstyledButton>
            </li>
          ))}
          {marks.size > MOST_NAMES && (
            <li className="dimmed">{t("flow.difference.more", { count: marks.size - MOST_NAMES })}</li>
          )}
        </ul>
      )}
      {marks.size > 0 && selected === null && (
        <Text size="sm" c="dimmed">
          {t("flow.difference.choose")}
        </Text>
      )}
      {selected !== null && !marks.has(selected) && <Text size="sm">{t("flow.difference.unchanged")}</Text>}
      {selected !== null && difference.nodes.has(selected) && marks.has(selected) && (
        <DifferenceTable
          title={t("flow.difference.of", { node: nodeName(all, selected) })}
          rows={differenceRows(difference, selected, { before, after }, t)}
        />
      )}
      {settings.length > 0 && <DifferenceTable title={t("flow.difference.ofWorkflow")} rows={settings} />}
    </section>
  );
}

interface LegendProps {
  readonly title: string;
  readonly marks: readonly ChangeMark[];
}

/** What the marks mean, and how many have each. */
function Legend({ title, marks }: LegendProps): ReactElement {
  const { t } = useTranslation();
  return (
    <ul className="body-difference-legend" aria-label={title}>
      <li>{title}</li>
      {KINDS.map((kind) => (
        <li key={kind} className={`body-difference-${kind}`}>
          <Sign mark={kind} />
          {t(`flow.difference.count.${kind}`, { count: marks.filter((mark) => mark === kind).length })}
        </li>
      ))}
    </ul>
  );
}

function Sign({ mark }: { readonly mark: ChangeMark }): ReactElement {
  const { t } = useTranslation();
  return (
    <>
      <span className="body-difference-sign" aria-hidden="true">
        {MARK_SIGNS[mark]}
      </span>
      <span className="visually-hidden">{t(`task.marks.${mark}`)} </span>
    </>
  );
}
