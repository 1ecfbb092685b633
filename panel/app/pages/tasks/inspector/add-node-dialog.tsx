import { NativeSelect, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { flatNodes, readBodyNodes } from "../graph/body-node.ts";
import { addNode } from "../edit/add-node.ts";
import type { Body } from "../edit/body.ts";
import { branchesOf, usualWay } from "../edit/branches.ts";
import { needsKey, NEW_NODES, newNode, type NewNodeKind, suggestedId } from "../edit/new-node.ts";
import { idRefusal } from "./name-fields.tsx";
import { KeyInput } from "./stored-fields.tsx";

export interface AddNodeDialogProps {
  readonly body: Body;
  /** The node that it follows at first; `null` for the last one. */
  readonly after: string | null;
  readonly onClose: () => void;
  readonly onAdded: (body: Body, id: string) => void;
}

/** What is chosen of the new node. */
interface Choice {
  readonly kind: NewNodeKind;
  /** Of a job or a workflow. */
  readonly key: string;
  readonly id: string;
  /** The node that it follows; empty for none. */
  readonly after: string;
  /** Of the node that it follows; empty for any. */
  readonly branch: string;
}

/** One more node: what it is, what it runs and what it follows. */
export function AddNodeDialog({ body, after, onClose, onAdded }: AddNodeDialogProps): ReactElement {
  const { t } = useTranslation();
  const nodes = flatNodes(readBodyNodes(body)).filter(({ pointer }) => pointer !== "/resources");
  const follow = (id: string): Pick<Choice, "after" | "branch"> => ({
    after: id,
    branch: usualWay(body, id).branch ?? "",
  });
  const [node, setNode] = useState<Choice>(() => ({
    kind: "job",
    key: "",
    id: suggestedId(body, "job"),
    ...follow(after ?? nodes.at(-1)?.id ?? ""),
  }));
  const branches = branchesOf(nodes.find(({ id }) => id === node.after)?.source);
  const isStored = needsKey(node.kind);
  const refusal = idRefusal(body, node.id, null);
  const isMissing = isStored && node.key.trim() === "";
  /** The id follows what is chosen until it is written by hand. */
  const change = (changed: Partial<Choice>): void => {
    const next = { ...node, ...changed };
    const isSuggested = node.id === suggestedId(body, node.kind, node.key);
    const follows = changed.id === undefined && isSuggested;
    setNode(follows ? { ...next, id: suggestedId(body, next.kind, next.key) } : next);
  };
  return (
    <DialogForm
      title={t("inspector.addTitle")}
      onClose={onClose}
      onSubmit={() => onAdded(withNode(body, node), node.id)}
      submitText={t("inspector.addDo")}
      refusal={
        refusal !== null
          ? t(`inspector.${refusal}`)
          : isMissing
            ? t("jobLife.missing", { fields: t("inspector.member.key") })
            : null
      }
      isPending={false}
    >
      <NativeSelect
        label={t("inspector.addType")}
        value={node.kind}
        data={NEW_NODES.map((value) => ({ value, label: t(`editor.kind.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          change({ kind: NEW_NODES.find((one) => one === value) ?? "job", key: "" })
        }
      />
      {isStored && (
        <KeyInput
          label={t(node.kind === "task" ? "inspector.addWorkflow" : "inspector.addJob")}
          value={node.key}
          isWorkflow={node.kind === "task"}
          onChange={(key) => change({ key })}
        />
      )}
      <NativeSelect
        label={t("inspector.addAfter")}
        value={node.after}
        data={[
          { value: "", label: t("inspector.addFirst") },
          ...nodes.map(({ id, title }) => ({
            value: id,
            label: title === undefined ? id : `${title} (${id})`,
          })),
        ]}
        onChange={({ currentTarget }) => change(follow(currentTarget.value))}
      />
      {branches.length > 0 && (
        <NativeSelect
          label={t("inspector.addBranch")}
          value={node.branch}
          data={[{ value: "", label: t("inspector.anyBranch") }, ...new Set(branches)]}
          onChange={({ currentTarget }) => change({ branch: currentTarget.value })}
        />
      )}
      <TextInput
        className="mono-input"
        label={t("inspector.addId")}
        value={node.id}
        error={refusal === null ? undefined : t(`inspector.${refusal}`)}
        onChange={({ currentTarget }) => change({ id: currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
      />
    </DialogForm>
  );
}

function withNode(body: Body, { kind, key, id, after, branch }: Choice): Body {
  const way = { node: after, ...(branch !== "" && { branch }) };
  return addNode(body, newNode(body, kind, { key, id }), after === "" ? {} : { after: way });
}
