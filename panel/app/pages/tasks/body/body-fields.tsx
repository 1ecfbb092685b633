import { Group, Skeleton, Text } from "@mantine/core";
import { lazy, type ReactElement, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { withWords } from "../../../i18n/i18n.ts";
import type { JsonPlace } from "../../../ui/json/json-editor.tsx";
import { type BodyNode, flatNodes, readBodyNodes } from "../graph/body-node.ts";
import { TaskGraph } from "../graph/task-graph.tsx";
import { askAtStart } from "./ask-at-start.ts";
import { BodyIssues } from "./body-issues.tsx";
import { OpenParams } from "./open-params.tsx";
import type { BodyCheck } from "./use-body-check.ts";
import "./body-fields.css";

const JsonEditor = lazy(async () => ({
  default: (await import("../../../ui/json/json-editor.tsx")).JsonEditor,
}));

const TaskEditor = lazy(
  withWords(async () => ({ default: (await import("../editor/task-editor.tsx")).TaskEditor }), "editor"),
);

export interface BodyFieldsProps {
  readonly text: string;
  readonly check: BodyCheck;
  readonly mayEdit: boolean;
  readonly onChange: (text: string) => void;
}

/** The body of a workflow as JSON beside its graph, its mistakes, and the parameters that nothing fills. */
export function BodyFields({ text, check, mayEdit, onChange }: BodyFieldsProps): ReactElement {
  const { t } = useTranslation();
  const [selected, setSelected] = useState<string | null>(null);
  const [place, setPlace] = useState<JsonPlace | null>(null);
  const nodes = useDrawnNodes(text);
  const select = (id: string): void => {
    setSelected(id);
    const node = flatNodes(nodes).find((one) => one.id === id);
    if (node !== undefined) setPlace({ pointer: node.pointer });
  };
  const go = (pointer: string): void => setPlace({ pointer });
  return (
    <>
      {mayEdit ? (
        <Suspense fallback={<Skeleton height={320} />}>
          <TaskEditor text={text} nodes={nodes} check={check} place={place} onChange={onChange} />
        </Suspense>
      ) : (
        <TaskGraph nodes={nodes} selected={selected} onSelect={select} />
      )}
      <Text size="xs" c="dimmed">
        {t(mayEdit ? "task.body.hint" : "task.body.mayNot")}
      </Text>
      <Group gap="md" align="start" className="task-body">
        {!mayEdit && (
          <div className="task-body-text">
            <Suspense>
              <JsonEditor
                label={t("task.body.label")}
                value={text}
                onChange={onChange}
                mistakes={check.mistakes}
                place={place}
                isReadOnly
              />
            </Suspense>
          </div>
        )}
        <div className="task-issues">
          <BodyIssues check={check} onGo={go} />
          <OpenParams
            params={check.openParams}
            isDisabled={!mayEdit || !check.isChecked}
            onGo={go}
            onAsk={(asked) => onChange(askAtStart(text, asked))}
          />
        </div>
      </Group>
    </>
  );
}

/** The nodes of a text; while it is no JSON those it had before. */
function useDrawnNodes(source: string): readonly BodyNode[] {
  const [drawn, setDrawn] = useState<readonly BodyNode[]>([]);
  const read = useMemo(() => {
    try {
      return readBodyNodes(JSON.parse(source));
    } catch {
      return null;
    }
  }, [source]);
  if (read !== null && read !== drawn) setDrawn(read);
  return read ?? drawn;
}
