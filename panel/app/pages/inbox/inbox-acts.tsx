import { Group } from "@mantine/core";
import { type ReactElement, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { useNameOfActor } from "../../session/use-name-of-actor.ts";
import { Dialog } from "../../ui/dialog-form.tsx";
import { ErrorState } from "../../ui/page/error-state.tsx";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import { flatNodes, readBodyNodes } from "../tasks/graph/body-node.ts";
import { ApproveDialog } from "../tasks/run/approve-dialog.tsx";
import { GiveUpDialog } from "../tasks/run/give-up-dialog.tsx";
import { RetryDialog } from "../tasks/run/retry-dialog.tsx";
import { decideRefusal } from "./inbox-words.ts";
import type { InboxItem } from "./use-inbox.ts";

const ACTS = { approval: ["approved", "refused"], held: ["retry", "giveUp"] } as const;
type Act = (typeof ACTS)[InboxItem["kind"]][number];

/** The acts that decide an item; the most usual one is first. */
export function InboxActs({ item }: { readonly item: InboxItem }): ReactElement {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Act | null>(null);
  const refusal = decideRefusal(item, t, useNameOfActor());
  return (
    <Group gap="xs" className="inbox-acts" wrap="nowrap">
      {ACTS[item.kind].map((act, index) => (
        <RefusableButton
          key={act}
          size="compact-sm"
          color="indigo"
          variant={index === 0 ? "filled" : "default"}
          refusal={refusal}
          onClick={() => setAsked(act)}
        >
          {t(`inbox.act.${act}`)}
        </RefusableButton>
      ))}
      {asked !== null && <Decision item={item} act={asked} onClose={() => setAsked(null)} />}
    </Group>
  );
}

interface DecisionProps {
  readonly item: InboxItem;
  readonly act: Act;
  readonly onClose: () => void;
}

/** The dialog of an act, once it is known what is decided on. */
function Decision({ item, act, onClose }: DecisionProps): ReactNode {
  const { t } = useTranslation();
  const { data, error, refetch } = useApi("getTask", { path: { id: item.runId } });
  if (data === undefined)
    return (
      error !== null && (
        <Dialog title={item.title ?? item.node ?? item.jobKey} onClose={onClose}>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </Dialog>
      )
    );
  const { task } = data;
  if (act === "giveUp") return <GiveUpDialog id={item.runId} onClose={onClose} />;
  const all = flatNodes(readBodyNodes(task.body));
  if (act === "retry")
    return (
      <RetryDialog task={task} all={all} failed={item.failed.map(({ node }) => node)} onClose={onClose} />
    );
  const node = task.nodes.find(({ id }) => id === item.node);
  if (node === undefined)
    return (
      <Dialog title={item.jobKey} onClose={onClose}>
        {t("inbox.over")}
      </Dialog>
    );
  return (
    <ApproveDialog
      task={task}
      node={node}
      body={all.find(({ id }) => id === node.id)}
      chosen={act}
      onClose={onClose}
    />
  );
}
