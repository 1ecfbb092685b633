import { Group } from "@mantine/core";
import { Check, X } from "lucide-react";
import { type ReactElement, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import type { BodyNode } from "../graph/body-node.ts";
import { type ApprovalBranch, ApproveDialog } from "../run/approve-dialog.tsx";
import type { NodeJson, TaskJson } from "../run/task-model.ts";
import { useOperate } from "../run/use-operate.ts";

const BRANCHES = [
  { branch: "approved", Icon: Check },
  { branch: "refused", Icon: X },
] as const;

export interface WaitingApprovalsProps {
  readonly task: TaskJson;
  readonly all: readonly BodyNode[];
}

/** The approvals that a run waits for, each to be given or refused; what is decided on is shown before. */
export function WaitingApprovals({ task, all }: WaitingApprovalsProps): ReactNode {
  const waiting = task.nodes.filter(({ type, status }) => type === "approval" && status === "Waiting");
  if (task.phase === "ended" || task.phase === "ending") return null;
  return waiting.map((node) => <WaitingApproval key={node.id} task={task} all={all} node={node} />);
}

interface WaitingApprovalProps extends WaitingApprovalsProps {
  readonly node: NodeJson;
}

function WaitingApproval({ task, all, node }: WaitingApprovalProps): ReactElement {
  const { t } = useTranslation();
  const { refusal } = useOperate(task.instanceId);
  const [chosen, setChosen] = useState<ApprovalBranch | null>(null);
  return (
    <Group
      gap="xs"
      mb="sm"
      role="group"
      aria-label={t("task.approve.waits", { node: node.title ?? node.id })}
    >
      <b>{t("task.approve.waits", { node: node.title ?? node.id })}</b>
      {BRANCHES.map(({ branch, Icon }) => (
        <RefusableButton
          key={branch}
          size="compact-sm"
          variant={branch === "approved" ? "filled" : "default"}
          refusal={refusal}
          leftSection={<Icon size={13} aria-hidden="true" />}
          onClick={() => setChosen(branch)}
        >
          {t(`task.approve.${branch}`)}…
        </RefusableButton>
      ))}
      {chosen !== null && (
        <ApproveDialog
          task={task}
          node={node}
          body={all.find(({ id }) => id === node.id)}
          chosen={chosen}
          onClose={() => setChosen(null)}
        />
      )}
    </Group>
  );
}
