import { Button } from "@mantine/core";
import { CircleCheck, Hand, Play, Radio, RotateCcw, SkipForward, UserCheck } from "lucide-react";
import { type ReactElement, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../session/use-may.ts";
import type { BodyNode } from "../graph/body-node.ts";
import { actionsOf, type NodeAction } from "./actions-of.ts";
import { ApproveDialog } from "./approve-dialog.tsx";
import { MarkDialog } from "./mark-dialog.tsx";
import { RerunDialog } from "./rerun-dialog.tsx";
import { RunNodeDialog } from "./run-node-dialog.tsx";
import { SkipDialog } from "./skip-dialog.tsx";
import { useShown } from "./shown-run.ts";
import type { NodeJson, TaskJson } from "./task-model.ts";
import { Refusable } from "./task-toolbar.tsx";
import { useOperate } from "./use-operate.ts";

const ICONS = {
  retry: RotateCcw,
  run: Hand,
  mark: CircleCheck,
  skip: SkipForward,
  approve: UserCheck,
  signal: Radio,
  rerun: Play,
} as const satisfies Record<NodeAction, unknown>;

export interface NodeActionsProps {
  readonly task: TaskJson;
  readonly node: NodeJson;
  /** Of the body. */
  readonly all: readonly BodyNode[];
}

/** The actions that a node allows now, each with its meaning. */
export function NodeActions({ task, node, all }: NodeActionsProps): ReactNode {
  const { refusal, isPending, operate } = useOperate(task.instanceId);
  const mayRerun = useMay("runs:rerun");
  const { t } = useTranslation();
  const { isNow } = useShown();
  const [asked, setAsked] = useState<NodeAction | null>(null);
  const actions = actionsOf(task, node, all);
  const body = all.find(({ id }) => id === node.id);
  const close = (): void => setAsked(null);
  if (actions.length === 0 || !isNow) return null;
  const act = (action: NodeAction): void => {
    if (action === "retry") operate({ type: "retryNode", node: node.id });
    else if (action === "signal") operate({ type: "signal", signal: body?.signal ?? "" });
    else setAsked(action);
  };
  return (
    <ul className="task-actions" aria-label={t("task.actions")}>
      {actions.map((action) => (
        <ActionRow
          key={action}
          action={action}
          refusal={action === "rerun" ? (mayRerun ? null : t("task.mayNotRerun")) : refusal}
          isPending={isPending}
          onAct={() => act(action)}
        />
      ))}
      {asked === "mark" && <MarkDialog task={task} node={node} body={body} onClose={close} />}
      {asked === "run" && <RunNodeDialog task={task} node={node} onClose={close} />}
      {asked === "skip" && <SkipDialog task={task} node={node} onClose={close} />}
      {asked === "approve" && <ApproveDialog task={task} node={node} body={body} onClose={close} />}
      {asked === "rerun" && <RerunDialog task={task} from={node.id} onClose={close} />}
    </ul>
  );
}

interface ActionRowProps {
  readonly action: NodeAction;
  readonly refusal: string | null;
  readonly isPending: boolean;
  readonly onAct: () => void;
}

function ActionRow({ action, refusal, isPending, onAct }: ActionRowProps): ReactElement {
  const { t } = useTranslation();
  const Icon = ICONS[action];
  return (
    <li>
      <Refusable refusal={refusal}>
        <Button
          variant="default"
          size="compact-sm"
          disabled={refusal !== null}
          loading={isPending}
          leftSection={<Icon size={13} aria-hidden="true" />}
          onClick={onAct}
        >
          {t(`task.action.${action}`)}
        </Button>
      </Refusable>
      <span className="dimmed">{t(`task.actionHint.${action}`)}</span>
    </li>
  );
}
