import { Anchor, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { TFunction } from "i18next";
import { CircleCheck, PencilLine, RotateCcw } from "lucide-react";
import { type ReactElement, type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Instance } from "../../../api/operations.generated.ts";
import { useMay } from "../../../session/use-may.ts";
import { RunError } from "../../../ui/failure/run-error.tsx";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import type { BodyNode } from "../graph/body-node.ts";
import { MarkDialog } from "../run/mark-dialog.tsx";
import { useShownRun } from "../run/shown-run.ts";
import type { FactJson } from "../run/task-fact.ts";
import { messageOf, nodeName, type NodeJson, type TaskJson } from "../run/task-model.ts";
import { BatchCauses } from "./batch-causes.tsx";
import { ChangeDialog } from "./change-dialog.tsx";
import { failedNodes, keptBack } from "./failed-nodes.ts";
import { type GivenValue, givenValues } from "./given-values.ts";
import { rootRun } from "./root-run.ts";
import { useGoOn } from "./use-go-on.ts";
import "./task-failure.css";

export interface TaskFailureProps {
  readonly task: TaskJson;
  readonly all: readonly BodyNode[];
  readonly facts: readonly FactJson[];
  readonly args: unknown;
  /** Of the run as a whole; `null` while it is under way. */
  readonly error: Instance["error"];
  /** Leads to a node. */
  readonly onNode: (id: string) => void;
}

/** Why a run does not come to a good end, by the node that failed, and what can be done about it. */
export function TaskFailure(props: TaskFailureProps): ReactNode {
  const { task, all, facts, error } = props;
  const failed = useMemo(() => failedNodes(task, all, facts), [task, all, facts]);
  const node = task.nodes.find(({ id }) => id === failed[0]);
  if (node === undefined) return error === null ? null : <RunError error={error} />;
  return <FailedNode {...props} node={node} failed={failed} />;
}

interface FailedNodeProps extends TaskFailureProps {
  readonly node: NodeJson;
  /** It, and others whose failure counts. */
  readonly failed: readonly string[];
}

function FailedNode({ task, all, facts, args, error, onNode, node, failed }: FailedNodeProps): ReactElement {
  const { t } = useTranslation();
  const root = useMemo(() => rootRun(task.instanceId, node, facts), [task.instanceId, node, facts]);
  const run = useShownRun(root.runId);
  const body = all.find(({ id }) => id === node.id);
  const given = body === undefined ? [] : givenValues(body, root.injected, args);
  const kept = keptBack(failed, task.nodes, all);
  const name = nodeName(all, node.id);
  const cause = run?.error ?? error ?? errorOf(node, messageOf(facts, node.id));
  return (
    <section className="task-failure" aria-label={t("task.failure.title")}>
      <div className="task-failure-head">
        <h2>
          {t("task.failure.at")}{" "}
          <Anchor component="button" type="button" inherit onClick={() => onNode(node.id)}>
            {name}
          </Anchor>
          {root.item !== null && <span> · {t("task.failure.item", { number: root.item })}</span>}
          {root.value !== undefined && <span className="mono"> {shortValue(root.value)}</span>}
        </h2>
        <p className="dimmed">
          {[
            ...(failed.length > 1
              ? [
                  t("task.failure.others", {
                    count: failed.length - 1,
                    nodes: namesOf(all, failed.slice(1), t),
                  }),
                ]
              : []),
            ...(kept.length > 0
              ? [t("task.failure.kept", { count: kept.length, nodes: namesOf(all, kept, t) })]
              : []),
          ].join(" · ")}
        </p>
      </div>
      {given.length > 0 && <GivenList given={given} />}
      {cause !== null && <RunError error={cause} firstLines={FRAMES} />}
      {node.items !== null && <BatchCauses task={task} node={node} facts={facts} />}
      <FailureActs task={task} all={all} failed={failed} args={args} node={node} given={given} />
    </section>
  );
}

/** Of the stack: where it was thrown. What can be done is to be seen without scrolling. */
const FRAMES = 2;
const MOST_NAMED = 4;

/** The first of some nodes by their names. */
function namesOf(all: readonly BodyNode[], ids: readonly string[], t: TFunction): string {
  const named = ids.slice(0, MOST_NAMED).map((id) => nodeName(all, id));
  return [...named, ...(ids.length > MOST_NAMED ? ["…"] : [])].join(t("common.separator"));
}

/** Of a node that failed without a run. */
function errorOf({ code, number }: NodeJson, message: string | null): Instance["error"] {
  return code === null ? null : { code, number, message: message ?? code };
}

function GivenList({ given }: { readonly given: readonly GivenValue[] }): ReactElement {
  const { t } = useTranslation();
  return (
    <ul className="task-failure-given mono" aria-label={t("task.given")}>
      {given.map(({ name, value, isDefault }) => (
        <li key={name}>
          {name} = {shortValue(value)}
          {isDefault && <span className="dimmed"> ({t("task.value.default")})</span>}
        </li>
      ))}
    </ul>
  );
}

const MOST_SHOWN = 80;

function shortValue(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

interface FailureActsProps extends Pick<TaskFailureProps, "task" | "all" | "args"> {
  readonly node: NodeJson;
  readonly failed: readonly string[];
  readonly given: readonly GivenValue[];
}

/** The three ways on: the same again, with another value, and without it. */
function FailureActs({ task, all, failed, args, node, given }: FailureActsProps): ReactElement {
  const { t } = useTranslation();
  const goOn = useGoOn(task, all, failed, args);
  const [isChanging, changing] = useDisclosure(false);
  const [isMarking, marking] = useDisclosure(false);
  const mayOperate = useMay("runs:operate");
  const isOver = task.phase === "ended";
  // What a run was given is changed for another one: what its graph says is not.
  const changeable = isOver ? given.filter(({ path: [root] }) => root === "TASK") : given;
  const [only, ...more] = changeable;
  const changeWords =
    only !== undefined && more.length === 0
      ? t("task.failure.changeOne", { name: only.name })
      : t("task.failure.changeSome");
  const markRefusal = isOver ? t("task.failure.markOver") : mayOperate ? null : t("task.mayNot");
  return (
    <Group gap="xs" className="task-failure-acts">
      <RefusableButton
        refusal={goOn.refusal}
        loading={goOn.isPending && !isChanging}
        leftSection={<RotateCcw size={14} aria-hidden="true" />}
        onClick={() => void goOn.goOn()}
      >
        {goOn.count === null ? t("task.failure.againAll") : t("task.failure.again", { count: goOn.count })}
      </RefusableButton>
      <RefusableButton
        variant="default"
        refusal={goOn.refusal ?? changeRefusal()}
        leftSection={<PencilLine size={14} aria-hidden="true" />}
        onClick={changing.open}
      >
        {changeWords}
      </RefusableButton>
      <RefusableButton
        variant="default"
        refusal={markRefusal}
        leftSection={<CircleCheck size={14} aria-hidden="true" />}
        onClick={marking.open}
      >
        {t("task.failure.mark")}
      </RefusableButton>
      {isChanging && (
        <ChangeDialog
          name={nodeName(all, node.id)}
          given={changeable}
          goOn={goOn}
          isOver={isOver}
          onClose={changing.close}
        />
      )}
      {isMarking && (
        <MarkDialog
          task={task}
          node={node}
          body={all.find(({ id }) => id === node.id)}
          onClose={marking.close}
        />
      )}
    </Group>
  );

  function changeRefusal(): string | null {
    if (task.hidden !== undefined) return t("hidden.values");
    if (changeable.length > 0) return null;
    return t(given.length > 0 ? "task.failure.fixedValues" : "task.failure.noValues");
  }
}
