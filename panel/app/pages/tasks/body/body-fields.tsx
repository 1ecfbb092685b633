import { Group, Skeleton, Text } from "@mantine/core";
import { lazy, type ReactElement, Suspense, useDeferredValue, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { withWords } from "../../../i18n/i18n.ts";
import type { JsonPlace } from "../../../ui/json/json-editor.tsx";
import type { Body } from "../edit/body.ts";
import { readBody } from "../edit/read-body.ts";
import { type BodyNode, flatNodes, readBodyNodes } from "../graph/body-node.ts";
import { TaskGraph } from "../graph/task-graph.tsx";
import type { DrawWork } from "../inspector/form-context.ts";
import { askAtStart } from "./ask-at-start.ts";
import { BodyIssues } from "../check/body-issues.tsx";
import { DraftNotice } from "./draft-notice.tsx";
import { OpenParams } from "./open-params.tsx";
import type { BodyCheck } from "../check/use-body-check.ts";
import { NEW_BODY, useLocalDraft } from "./use-local-draft.ts";
import "./body-fields.css";

const TaskEditor = lazy(
  withWords(async () => ({ default: (await import("../editor/task-editor.tsx")).TaskEditor }), "editor"),
);

const ShownBody = lazy(
  withWords(
    async () => ({ default: (await import("./shown-body.tsx")).ShownBody }),
    "inspector",
    "workForm",
    "runJob",
    "editor",
  ),
);

export interface BodyFieldsProps {
  readonly text: string;
  /** Whose workers run it. */
  readonly app: string;
  /** The job that has it; `null` where that does not exist yet. */
  readonly jobKey: string | null;
  readonly check: BodyCheck;
  /** Draws what a node runs. */
  readonly Work: DrawWork;
  readonly mayEdit: boolean;
  /** It differs from what is saved. */
  readonly isUnsaved: boolean;
  /** The body in force. @default there is none yet */
  readonly saved?: string | null;
  /** The node that is chosen at first. @default none */
  readonly node?: string | null;
  readonly onChange: (text: string) => void;
}

/** The body of a workflow: drawn, in forms and as JSON, with its mistakes and the parameters that nothing fills. */
export function BodyFields(props: BodyFieldsProps): ReactElement {
  const { text, jobKey, check, mayEdit, isUnsaved, saved = null, node = null, onChange } = props;
  const { t } = useTranslation();
  const [selected, setSelected] = useState<string | null>(node);
  const [place, setPlace] = useState<JsonPlace | null>(null);
  const draft = useLocalDraft(jobKey ?? NEW_BODY, text, isUnsaved, onChange);
  const body = useMemo(() => readBody(text), [text]);
  // Large ones are drawn after what was typed is there.
  const nodes = useDrawnNodes(useDeferredValue(body));
  const select = (id: string | null): void => {
    setSelected(id);
    const found = flatNodes(nodes).find((one) => one.id === id);
    if (found !== undefined) setPlace({ pointer: found.pointer });
  };
  const warnings = useMemo(
    () => new Map(check.warnings.map(({ pointer, words }) => [pointer, words])),
    [check.warnings],
  );
  const go = (pointer: string): void => setPlace({ pointer });
  const shared = { ...props, body, nodes, warnings, place };
  return (
    <>
      <DraftNotice draft={draft} />
      {mayEdit ? (
        <Suspense fallback={<Skeleton height={520} />}>
          <TaskEditor {...shared} saved={saved} node={node} />
        </Suspense>
      ) : (
        <TaskGraph nodes={nodes} selected={selected} onSelect={select} />
      )}
      <Text size="xs" c="dimmed">
        {t(mayEdit ? "task.body.hint" : "task.body.mayNot")}
      </Text>
      <Group gap="md" align="start" className="task-body">
        {!mayEdit && (
          <Suspense fallback={<Skeleton height={320} />}>
            <ShownBody {...shared} selected={selected} onSelect={select} />
          </Suspense>
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

/** The nodes of a body; while it is no JSON those it had before. */
function useDrawnNodes(body: Body | null): readonly BodyNode[] {
  const [drawn, setDrawn] = useState<readonly BodyNode[]>([]);
  const read = body === null ? null : readBodyNodes(body);
  if (read !== null && read !== drawn) setDrawn(read);
  return read ?? drawn;
}
