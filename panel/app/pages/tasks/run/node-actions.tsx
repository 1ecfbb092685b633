import { Button } from "@mantine/core";
import { CircleCheck, Play, Radio, RotateCcw, SkipForward, UserCheck } from "lucide-react";
import { type ReactElement, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../session/use-may.ts";
import type { BodyNode } from "../graph/body-node.ts";
import { ApproveDialog } from "./approve-dialog.tsx";
import { MarkDialog } from "./mark-dialog.tsx";
import { RerunDialog } from "./rerun-dialog.tsx";
import { SkipDialog } from "./skip-dialog.tsx";
import { useShown } from "./shown-run.ts";
import type { NodeJson, TaskJson } from "./task-model.ts";
import { Refusable } from "./task-toolbar.tsx";
import { useOperate } from "./use-operate.ts";

const ICONS = {
  retry: RotateCcw,
  mark: CircleCheck,
  skip: SkipForward,
  approve: UserCheck,
  signal: Radio,
  rerun: Play,
} as const;
type Action = keyof typeof ICONS;

export interface NodeActionsProps {
  readonly task: TaskJson;
  readonly node: NodeJson;
  readonly body: BodyNode | undefined;
}

/** What can be done with a node now, each with what it means. */
export function NodeActions({ task, node, body }: NodeActionsProps): ReactNode {
  const { refusal, isPending, operate } = useOperate(task.instanceId);
  const mayRerun = useMay("runs:rerun");
  const { t } = useTranslation();
  const { isNow } = useShown();
  const [asked, setAsked] = useState<Action | null>(null);
  const actions = actionsOf(task, node, body);
  const close = (): void => setAsked(null);
  if (actions.length === 0 || !isNow) return null;
  const act = (action: Action): void => {
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
      {asked === "skip" && <SkipDialog task={task} node={node} onClose={close} />}
      {asked === "approve" && <ApproveDialog task={task} node={node} body={body} onClose={close} />}
      {asked === "rerun" && <RerunDialog task={task} from={node.id} onClose={close} />}
    </ul>
  );
}

interface ActionRowProps {
  readonly action: Action;
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

const FAILED: ReadonlySet<NodeJson["status"]> = new Set(["Failed", "Cancelled"]);
const CHANGEABLE: ReadonlySet<NodeJson["status"]> = new Set([
  "Failed",
  "Cancelled",
  "Blocked",
  "Ready",
  "Waiting",
  null,
]);

function actionsOf(
  { phase }: TaskJson,
  { status, type }: NodeJson,
  body: BodyNode | undefined,
): readonly Action[] {
  if (phase === "ended") return ["rerun"];
  if (phase === "ending" || phase === "new") return [];
  const isWaiting = status === "Waiting";
  return [
    ...(FAILED.has(status) && type !== "group" ? (["retry"] as const) : []),
    ...(isWaiting && type === "approval" ? (["approve"] as const) : []),
    ...(isWaiting && body !== undefined && body.signal !== null ? (["signal"] as const) : []),
    ...(CHANGEABLE.has(status) ? (["mark", "skip"] as const) : []),
  ];
}
