import {
  Ban,
  Boxes,
  CircleCheck,
  CircleDashed,
  CircleEllipsis,
  Hourglass,
  ListTree,
  LoaderCircle,
  type LucideIcon,
  OctagonX,
  ShieldX,
  SkipForward,
  Split,
  SquareTerminal,
  Timer,
  UserCheck,
} from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { ApiAnswer } from "../../../api/call-api.ts";
import type { NodeType } from "./body-node.ts";
import "./node-icon.css";

export type NodeStatus = NonNullable<ApiAnswer<"getTask">["task"]["nodes"][number]["status"]>;
/** Also that of a node of which nothing is decided. */
export type ShownStatus = NodeStatus | "Open";

const TYPE_ICONS: Readonly<Record<NodeType, LucideIcon>> = {
  job: SquareTerminal,
  condition: Split,
  wait: Timer,
  approval: UserCheck,
  task: ListTree,
  group: Boxes,
};

/** Every state has a shape of its own, and the colour of the state of runs that is most like it. */
const STATUS: Readonly<Record<ShownStatus, readonly [icon: LucideIcon, color: string]>> = {
  Open: [CircleDashed, "skipped"],
  Ready: [Hourglass, "enqueued"],
  Running: [LoaderCircle, "processing"],
  Waiting: [CircleEllipsis, "scheduled"],
  Succeeded: [CircleCheck, "succeeded"],
  Failed: [OctagonX, "terminated"],
  Cancelled: [Ban, "cancelled"],
  Skipped: [SkipForward, "skipped"],
  Blocked: [ShieldX, "failed"],
};

export function TypeIcon({
  type,
  size = 15,
}: {
  readonly type: NodeType;
  readonly size?: number;
}): ReactElement {
  const Icon = TYPE_ICONS[type];
  return <Icon size={size} aria-hidden="true" className="task-type-icon" />;
}

/** As the names of the colours of states have it. */
export function statusColor(status: ShownStatus): string {
  return STATUS[status][1];
}

export function statusClass(status: ShownStatus): string {
  return `state-${statusColor(status)}`;
}

/** The shape of a state alone. */
export function StatusIcon({
  status,
  size = 14,
}: {
  readonly status: ShownStatus;
  readonly size?: number;
}): ReactElement {
  const Icon = STATUS[status][0];
  return <Icon size={size} aria-hidden="true" className="badge-icon" />;
}

/** The state of a node: colour, shape and word. */
export function NodeBadge({ status }: { readonly status: ShownStatus }): ReactElement {
  const { t } = useTranslation();
  const Icon = STATUS[status][0];
  return (
    <span className={`badge ${statusClass(status)}`}>
      <Icon size={14} aria-hidden="true" className="badge-icon" />
      {t(`task.status.${status}`)}
    </span>
  );
}
